import { isRecord } from '@modelrack/json';
import { at, textAt } from '../json-value.ts';
import type { JsonRecord } from '@modelrack/json';
import type { Price } from '../types.ts';
import { fold, namesOf, valuesOf } from './row.ts';
import type { Row } from './row.ts';

type Part = keyof Price;

const parts: Readonly<Record<Part, readonly string[]>> = {
  input: namesOf(
    'prompt input inputtokens inputtoken prompttokens inputprice promptprice costin perinputtoken',
    'inputcost promptcost inputcostpertoken prompttexttokenprice inputtokenprice',
  ),
  output: namesOf(
    'completion output outputtokens outputtoken completiontokens outputprice completionprice',
    'peroutputtoken costout outputcost completioncost outputcostpertoken completiontexttokenprice',
    'outputtokenprice',
  ),
  cacheRead: namesOf(
    'inputcacheread inputcachereads cacheread cachereadtokens cachedinput cacheinput',
    'cachedprice cachereadinputtokencost cachedprompttexttokenprice cachedinputprice cachedprompt',
    'cachereadprice cachereadtokenprice percachedinputtoken',
  ),
  cacheWrite: namesOf(
    'inputcachewrite inputcachewrites cachewrite cachewritetokens cachingprice cachewriteprice',
    'cachecreationinputtokencost cachecreation cachewritetokenprice percachedinputwritetoken',
  ),
};
/** A suffix that names the unit, and how many of it make dollars per million tokens. */
const suffixes: readonly (readonly [string, number])[] = [
  ['permilliontokens', 1],
  ['permillion', 1],
  ['per1mtokens', 1],
  ['per1m', 1],
  ['pertoken', 1_000_000],
  ['per1ktokens', 1000],
  ['per1k', 1000],
];
const objects = ['pricing', 'price', 'prices', 'pricings', 'pricepertoken', 'cost', 'costs'];

interface Found {
  readonly value: number;
  /** As a text: what is 0 there is free, and no gap. */
  readonly isText: boolean;
  /** Dollars per million tokens in one; undefined: not named. */
  readonly unit: number | undefined;
}

/** Dollars per million tokens; undefined unless input and output are both stated, in a unit that is certain. */
export function readPrice(fields: JsonRecord, row: Row): Price | undefined {
  const stated = objects.flatMap((name) => valuesOf(row, [name]).map((value) => ({ value, named: unitIn(name) })));
  for (const { value, named } of [...stated, { value: ownPrices(row), named: undefined }]) {
    const price = isRecord(value) ? priceIn(value, named) : undefined;
    if (price !== undefined) return price;
  }
  return priceOfProviders(fields);
}

/** Prices that stand in the row itself, or beside the limits: `input_cost_per_token`. */
function ownPrices(row: Row): JsonRecord {
  const entries = [...row].flatMap(([name, [value]]) => (/pric|cost|currency/.test(name) ? [[name, value]] : []));
  return Object.fromEntries(entries);
}

function priceIn(record: JsonRecord, named?: number): Price | undefined {
  if (!isInDollars(record)) return undefined;
  const word = unitWords.map((name) => textAt(record, name)).find((text) => text !== undefined);
  const told = word === undefined ? named : unitIn(word);
  // A unit in words that nobody knows: per hour, per picture.
  if (word !== undefined && told === undefined) return undefined;
  const found = Object.fromEntries(partNames.map((part) => [part, findPart(record, part)])) as Record<
    Part,
    Found | undefined
  >;
  const { input, output } = found;
  if (input === undefined || output === undefined || input.value < 0 || output.value < 0) return undefined;
  // 0 is often a gap. Only a text is written with care, and only both parts together tell of a free model.
  const isGap = ({ value, isText }: Found) => value === 0 && !isText;
  if (isGap(input) || isGap(output)) return undefined;
  const unit = input.unit ?? output.unit ?? told ?? unitOf([input, output]);
  if (unit === undefined) return undefined;
  const rate = (one: Found | undefined): number | undefined => {
    if (one === undefined || one.value < 0 || (one.value === 0 && input.value > 0)) return undefined;
    return Math.round(one.value * (one.unit ?? unit) * 1e6) / 1e6;
  };
  const price = { input: rate(input) ?? 0, output: rate(output) ?? 0 };
  const [cacheRead, cacheWrite] = [rate(found.cacheRead), rate(found.cacheWrite)];
  return {
    ...price,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

const partNames: readonly Part[] = ['input', 'output', 'cacheRead', 'cacheWrite'];

/**
 * No token costs a tenth of a cent, and no million of them less: what is smaller is per token, what is larger per
 * million. A larger text is neither, since texts are per token wherever they are known.
 */
function unitOf(found: readonly Found[]): number | undefined {
  const largest = Math.max(...found.map(({ value }) => value));
  if (largest < 0.001) return 1_000_000;
  return found.some(({ isText }) => isText) ? undefined : 1;
}

function findPart(record: JsonRecord, part: Part): Found | undefined {
  for (const [key, value] of Object.entries(record)) {
    const unit = unitOfName(fold(key), part);
    if (unit === false) continue;
    const amount = amountIn(value);
    if (amount !== undefined) return { ...amount, unit: amount.unit ?? unit };
  }
  return undefined;
}

/** false: this is not the name of that part. */
function unitOfName(name: string, part: Part): number | undefined | false {
  // xAI counts in ten thousandths of a dollar per million.
  if (name.endsWith('texttokenprice')) return parts[part].includes(name) ? 0.0001 : false;
  if (parts[part].includes(name))
    return name.endsWith('pertoken') || name.endsWith('inputtokencost') ? 1_000_000 : undefined;
  for (const [suffix, unit] of suffixes) {
    if (name.endsWith(suffix) && parts[part].includes(name.slice(0, -suffix.length))) return unit;
  }
  return false;
}

/**
 * A number, a text (`"0.000003"`, `"$0.000003"`, `"$3 / 1M tokens"`), an object that names dollars (Venice's, per
 * million) or its unit, or a list with one such object: of several, each holds under some condition.
 */
function amountIn(value: unknown): Found | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? { value, isText: false, unit: undefined } : undefined;
  if (Array.isArray(value)) return value.length === 1 && isRecord(value[0]) ? amountIn(value[0]) : undefined;
  if (isRecord(value)) return amountOf(value);
  const match = typeof value === 'string' ? amount.exec(value) : null;
  if (match === null) return undefined;
  const [, number, words] = match;
  const unit = words === undefined ? undefined : unitIn(words);
  if (words !== undefined && unit === undefined) return undefined;
  return { value: Number(number), isText: true, unit };
}

const amount =
  /^\s*\$?\s*(-?\d{1,12}(?:\.\d{1,20})?(?:e-?\d{1,2})?)\s*(?:usd)?\s*(?:(?:\/|per)\s*([\w ,]{1,24}?))?\s*$/i;

function amountOf(record: JsonRecord): Found | undefined {
  const usd = at(record, 'usd');
  if (typeof usd === 'number') return { value: usd, isText: false, unit: 1 };
  const unit = unitIn(textAt(record, 'unit') ?? '');
  const found = unit !== undefined && isInDollars(record) ? amountIn(at(record, 'value')) : undefined;
  return found === undefined ? undefined : { ...found, unit };
}

function isInDollars(record: JsonRecord): boolean {
  return /^(?:usd|us\$|\$)$/i.test(textAt(record, 'currency') ?? 'USD');
}

const unitWords = ['unit', 'units', 'pricing_unit', 'price_unit', 'per'];

/** `per_million_tokens`, `perMTokens`, `1K tokens`, `token`; undefined: none of tokens. */
function unitIn(words: string): number | undefined {
  const text = fold(words)
    .replace(/^(?:usd|price)/, '')
    .replace(/^per/, '')
    .replace(/tokens?$/, '');
  if (text === '') return /token/i.test(words) ? 1_000_000 : undefined;
  if (['1m', 'm', 'million', '1million', 'mtok', '1mtok', '1000000'].includes(text)) return 1;
  return ['1k', 'k', 'thousand', '1thousand', 'ktok', '1000'].includes(text) ? 1000 : undefined;
}

/** A router between providers: the price is certain only where all that answer have the same. */
function priceOfProviders(fields: JsonRecord): Price | undefined {
  const providers = at(fields, 'providers');
  if (!Array.isArray(providers)) return undefined;
  const live = providers.filter((provider) => (textAt(provider, 'status') ?? 'live') === 'live');
  const prices = live.map((provider) => {
    const pricing = at(provider, 'pricing');
    return isRecord(pricing) ? priceIn(pricing) : undefined;
  });
  const [first] = prices;
  return prices.every((price) => isSamePrice(price, first)) ? first : undefined;
}

export function isSamePrice(a: Price | undefined, b: Price | undefined): boolean {
  return partNames.every((part) => a?.[part] === b?.[part]);
}
