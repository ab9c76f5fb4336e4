import type { Price } from '@modelrack/catalog';

/** For a tool that asks for all four: what is kept in a cache costs no less than what is not, as far as is known. */
export function wholePrice(price: Price): Required<{ [K in keyof Price]: number }> {
  const { input, output, cacheRead = input, cacheWrite = input } = price;
  return { input, output, cacheRead, cacheWrite };
}

/** Dollars per million tokens as dollars per token: the shortest number that means it. */
export function perToken(perMillion: number): number {
  return Number((perMillion / 1_000_000).toPrecision(12));
}
