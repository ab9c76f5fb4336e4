import { isRecord } from '@modelrack/json';
import { at, textAt } from '../json-value.ts';
import type { JsonRecord } from '@modelrack/json';
import type { Price } from '../types.ts';
import { fold, namesOf, valuesOf } from './row.ts';
import type { Row } from './row.ts';

type Part = keyof Price;

const parts: Readonly<Record<Part, readonly string[]>> = {
  input: namesOf(
    'prompt input inputtokens inputtoken prompttokens inputprice promptprice costin',
    'inputcost promptcost inputcostpertoken prompttexttokenprice inputtokenprice',
  ),
  output: namesOf(
    'completion output outputtokens outputtoken completiontokens outputprice completionprice',
    'costout outputcost completioncost outputcostpertoken completiontexttokenprice',
    'outputtokenprice',
  ),
  cacheRead: namesOf(
    'inputcacheread inputcachereads cacheread cachereadtokens cachedinput cacheinput',
    'cachedprice cachereadinputtokencost cachedprompttexttokenprice cachedinputprice cachedprompt',
    'cachereadprice',
  ),
  cacheWrite: namesOf(
    'inputcachewrite inputcachewrites cachewrite cachewritetokens cachingprice cachewriteprice',
    'cachecreationinputtokencost cachecreation',
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
const objects = ['pricing', 'price', 'prices', 'cost', 'costs'];

interface Found {
  readonly value: number;
  /** As a text: what is 0 there is free, and no gap. */
  readonly isText: boolean;
  /** Dollars per million tokens in one; undefined: not named. */
  readonly unit: number | undefined;
}

/** Dollars per million tokens; undefined unless input and output are both stated, in a unit that is certain. */
export function readPrice(fields: JsonRecord, row: Row): Price | undefined {
  for (const record of [...valuesOf(row, objects).filter(isRecord), ownPrices(row)]) {
    const price = priceIn(record);
    if (price !== undefined) return price;
  }
  return priceOfProviders(fields);
}

/** Prices that stand in the row itself, or beside the limits: `input_cost_per_token`. */
function ownPrices(row: Row): JsonRecord {
  const entries = [...row].flatMap(([name, [value]]) => (/pric|cost|currency/.test(name) ? [[name, value]] : []));
  return Object.fromEntries(entries);
}

function priceIn(record: JsonRecord): Price | undefined {
  const currency = textAt(record, 'currency') ?? 'USD';
  if (!/^(?:usd|us\$|\$)$/i.test(currency)) return undefined;
  const found = Object.fromEntries(partNames.map((part) => [part, findPart(record, part)])) as Record<
    Part,
    Found | undefined
  >;
  const { input, output } = found;
  if (input === undefined || output === undefined || input.value < 0 || output.value < 0) return undefined;
  // 0 is often a gap. Only a text is written with care, and only both parts together tell of a free model.
  const isGap = ({ value, isText }: Found) => value === 0 && !isText;
  if (isGap(input) || isGap(output)) return undefined;
  const unit = input.unit ?? output.unit ?? unitOf([input, output]);
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

/** A number, a text (`"0.000003"`, `"$0.000003"`), or an object that names dollars: Venice's, per million. */
function amountIn(value: unknown): Found | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? { value, isText: false, unit: undefined } : undefined;
  if (isRecord(value)) {
    const usd = at(value, 'usd');
    return typeof usd === 'number' ? { value: usd, isText: false, unit: 1 } : undefined;
  }
  if (typeof value !== 'string' || !/^\s*\$?-?\d{1,12}(?:\.\d{1,20})?(?:e-?\d{1,2})?\s*$/i.test(value))
    return undefined;
  return { value: Number(value.replace('$', '')), isText: true, unit: undefined };
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
