import { expect, it } from 'vitest';
import { money, priceText } from './money.ts';

it.each([
  [0, '$0'],
  [3, '$3'],
  [3.5, '$3.50'],
  [0.3, '$0.30'],
  [0.25, '$0.25'],
  [0.075, '$0.075'],
  [0.0004, '$0.00040'],
  [1234.567, '$1234.57'],
])('%d dollars are %s', (dollars, text) => expect(money(dollars)).toBe(text));

it.each([
  [{ input: 3, output: 15 }, '$3/$15'],
  [{ input: 0, output: 0 }, 'free'],
])('the price %j is %s', (price, text) => expect(priceText(price)).toBe(text));
