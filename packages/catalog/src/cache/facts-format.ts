import { isRecord } from '@modelrack/json';
import { booleanAt, textAt, textsAt } from '../json-value.ts';
import type { Facts, InputKind, Price } from '../types.ts';

const inputKinds: readonly InputKind[] = ['image', 'pdf', 'audio', 'video'];

/** What few lists state, for a row of the cache; 0 where nothing is stated. */
export function encodeFacts(facts: Facts): unknown {
  const { inputs, price, efforts, defaultEffort, effortMandatory, takesEffort, structured, temperature } = facts;
  const stated = { inputs, price, efforts, defaultEffort, effortMandatory, takesEffort, structured, temperature };
  return Object.values(stated).every((value) => value === undefined) ? 0 : stated;
}

export function decodeFacts(value: unknown): Facts {
  if (!isRecord(value)) return {};
  const inputs = textsAt(value, 'inputs');
  const isRefused = booleanAt(value, 'temperature') === false;
  return {
    inputs: inputs === undefined ? undefined : inputKinds.filter((kind) => inputs.includes(kind)),
    price: decodePrice(value['price']),
    efforts: textsAt(value, 'efforts'),
    defaultEffort: textAt(value, 'defaultEffort'),
    effortMandatory: booleanAt(value, 'effortMandatory'),
    takesEffort: booleanAt(value, 'takesEffort'),
    structured: booleanAt(value, 'structured'),
    temperature: isRefused ? false : undefined,
  };
}

function decodePrice(value: unknown): Price | undefined {
  if (!isRecord(value)) return undefined;
  const { input, output, cacheRead, cacheWrite } = value;
  if (!isAmount(input) || !isAmount(output)) return undefined;
  return {
    input,
    output,
    ...(isAmount(cacheRead) ? { cacheRead } : {}),
    ...(isAmount(cacheWrite) ? { cacheWrite } : {}),
  };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
