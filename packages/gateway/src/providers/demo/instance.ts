import { isObject, toList, toObject, toText } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';

const deepest = 24;

const formats: Readonly<Record<string, string>> = {
  date: '2025-01-01',
  'date-time': '2025-01-01T00:00:00Z',
  email: 'demo@example.com',
  hostname: 'example.com',
  ipv4: '127.0.0.1',
  ipv6: '::1',
  time: '00:00:00Z',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
}

/** A reference within the same schema: `#/$defs/name`. */
function followReference(reference: string, root: JsonObject): JsonObject {
  let found: Json | undefined = root;
  for (const step of reference.replace(/^#\/?/u, '').split('/').filter(Boolean)) {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    found = isObject(found) ? found[key] : undefined;
  }
  return toObject(found);
}

function readNumber(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function buildNumber(schema: JsonObject, isWhole: boolean): number {
  const above = readNumber(schema['exclusiveMinimum']);
  const below = readNumber(schema['exclusiveMaximum']);
  const step = readNumber(schema['multipleOf']) ?? (isWhole ? 1 : undefined);
  const low = readNumber(schema['minimum']) ?? above;
  const high = readNumber(schema['maximum']) ?? below;
  if (low === undefined) return Math.min(0, high === undefined ? 0 : high - (step ?? 1));
  if (step !== undefined) {
    const first = Math.ceil(low / step) * step;
    return first === above ? first + step : first;
  }
  if (above === undefined) return low;
  return high === undefined ? low + 1 : (low + high) / 2;
}

function buildText(schema: JsonObject): string {
  const known = formats[toText(schema['format']) ?? ''];
  if (known !== undefined) return known;
  const shortest = readNumber(schema['minLength']) ?? 0;
  const longest = readNumber(schema['maxLength']) ?? Infinity;
  return 'demo'.padEnd(Math.min(shortest, 100_000), 'o').slice(0, longest);
}

function buildList(schema: JsonObject, place: Place): Json {
  const prefix = toList(schema['prefixItems']);
  const size = Math.min(readNumber(schema['minItems']) ?? prefix.length, 1000);
  return Array.from({ length: size }, (_, index) => build(prefix[index] ?? schema['items'], place));
}

function buildObject(schema: JsonObject, place: Place): Json {
  const properties = toObject(schema['properties']);
  const required = toList(schema['required']).flatMap((name) => toText(name) ?? []);
  // Entries, not assignments: a property may be called `__proto__`.
  return Object.fromEntries(required.map((name) => [name, build(properties[name], place)]));
}

function readType(schema: JsonObject): string {
  const stated = schema['type'];
  const type = toText(stated) ?? toList(stated).flatMap((entry) => toText(entry) ?? [])[0];
  if (type !== undefined) return type;
  if ('properties' in schema || 'required' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  return 'string';
}

function buildByType(schema: JsonObject, place: Place): Json {
  const type = readType(schema);
  if (type === 'object') return buildObject(schema, place);
  if (type === 'array') return buildList(schema, place);
  if (type === 'integer' || type === 'number') return buildNumber(schema, type === 'integer');
  if (type === 'boolean') return false;
  return type === 'null' ? null : buildText(schema);
}

/** All of a schema's parts in one: `allOf` merged, the first of `anyOf` or `oneOf` taken. */
function flatten(schema: JsonObject, place: Place): JsonObject {
  const [first] = [...toList(schema['anyOf']), ...toList(schema['oneOf'])];
  const parts = [...toList(schema['allOf']), ...(first === undefined ? [] : [first])];
  const reference = toText(schema['$ref']);
  const base = reference === undefined ? {} : followReference(reference, place.root);
  if (parts.length === 0 && reference === undefined) return schema;
  const next = { root: place.root, depth: place.depth + 1 };
  if (next.depth > deepest) return {};
  const all = [base, ...parts.map(toObject)].map((part) => flatten(part, next));
  const { $ref: _, allOf: _all, anyOf: _any, oneOf: _one, ...own } = schema;
  return [...all, own].reduce<JsonObject>((merged, part) => {
    const properties = { ...toObject(merged['properties']), ...toObject(part['properties']) };
    const required = [...new Set([...toList(merged['required']), ...toList(part['required'])])];
    return { ...merged, ...part, properties, required };
  }, {});
}

function build(value: Json | undefined, { root, depth }: Place): Json {
  if (depth > deepest) return null;
  const place = { root, depth: depth + 1 };
  const schema = flatten(toObject(value), place);
  const [example] = [...toList(schema['enum']), ...toList(schema['examples'])];
  return schema['const'] ?? schema['default'] ?? example ?? buildByType(schema, place);
}

/**
 * The smallest value that a JSON schema accepts: required properties only. Enough for what tools and
 * answer formats state; a `pattern` is met only through `default`, `examples` or `enum`.
 */
export function buildInstance(schema: JsonObject): Json {
  return build(schema, { root: schema, depth: 0 });
}
