import { RackError } from '@modelrack/errors';

/** What the places in the texts of a session stand for. */
export interface SessionValues {
  readonly folder: string;
  readonly model: string;
  readonly gateway: string;
  readonly url: string;
  readonly origin: string;
  readonly route: string;
  readonly keyVariable: string;
  /** undefined: here it has no place. */
  readonly key?: string;
  readonly path: Readonly<Record<string, string>>;
  readonly text: Readonly<Record<string, string>>;
}

const place = /\{(json:)?([A-Za-z]+)(?::([a-z]+))?\}/g;

/** In one pass: what is filled in is not looked at again. */
export function fillText(text: string, values: SessionValues): string {
  return text.replaceAll(place, (...[, json, name = '', id]: readonly (string | undefined)[]) => {
    const value = valueOf(values, name, id);
    return json === undefined ? value : JSON.stringify(value);
  });
}

function valueOf(values: SessionValues, name: string, id: string | undefined): string {
  const known: Readonly<Record<string, unknown>> = { ...values };
  const found = known[name];
  const value = id === undefined || typeof found !== 'object' || found === null ? found : fieldsOf(found)[id];
  if (typeof value === 'string') return value;
  throw new RackError('internal', `a session knows no {${id === undefined ? name : `${name}:${id}`}}`);
}

function fieldsOf(found: object): Readonly<Record<string, unknown>> {
  return { ...found };
}

/** The files that a text leads to; `all`: it leads to their folder. */
export function filesNamedIn(texts: readonly string[]): ReadonlySet<string> | 'all' {
  const all = texts.flatMap((text) => [...text.matchAll(place)]);
  if (all.some(([, , name]) => name === 'folder')) return 'all';
  return new Set(all.flatMap(([, , name, id]) => (name === 'path' && id !== undefined ? [id] : [])));
}
