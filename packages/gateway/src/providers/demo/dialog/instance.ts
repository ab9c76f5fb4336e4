import { isObject, toList, toObject, toText } from '../../../json.ts';
import type { Json, JsonObject } from '../../../json.ts';

const deepest = 24;
/** A schema that refers to itself twice would double with every level. */
const mostValues = 5000;
const longestText = 4096;

const formats: ReadonlyMap<string, string> = new Map([
  ['date', '2025-01-01'],
  ['date-time', '2025-01-01T00:00:00Z'],
  ['email', 'demo@example.com'],
  ['hostname', 'example.com'],
  ['ipv4', '127.0.0.1'],
  ['ipv6', '::1'],
  ['time', '00:00:00Z'],
  ['uri', 'https://example.com/'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
]);

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
  /** Shared by a whole instance. */
  readonly budget: { left: number };
}

function deeper(place: Place): Place {
  place.budget.left -= 1;
  return { ...place, depth: place.depth + 1 };
}

function isExhausted({ budget, depth }: Place): boolean {
  return depth > deepest || budget.left < 0;
}

/** A reference within the same schema: `#/$defs/name`. */
function followReference(reference: string, root: JsonObject): JsonObject {
  let found: Json | undefined = root;
  for (const step of reference.replace(/^#\/?/u, '').split('/').filter(Boolean)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
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
  const known = formats.get(toText(schema['format']) ?? '');
  if (known !== undefined) return known;
  const shortest = readNumber(schema['minLength']) ?? 0;
  const longest = readNumber(schema['maxLength']) ?? Infinity;
  return 'demo'.padEnd(Math.min(shortest, longestText), 'o').slice(0, longest);
}

function buildList(schema: JsonObject, place: Place): Json {
  const prefix = toList(schema['prefixItems']);
  const size = Math.min(readNumber(schema['minItems']) ?? 0, mostValues);
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
  const next = deeper(place);
  if (isExhausted(next)) return {};
  const all = [base, ...parts.map(toObject)].map((part) => flatten(part, next));
  const { $ref: _, allOf: _all, anyOf: _any, oneOf: _one, ...own } = schema;
  return [...all, own].reduce(mergeSchemas, {});
}

function mergeSchemas(left: JsonObject, right: JsonObject): JsonObject {
  const merged = { ...left, ...right };
  if (!('properties' in left && 'properties' in right) && !('required' in left && 'required' in right)) {
    return merged;
  }
  const required = new Set([...toList(left['required']), ...toList(right['required'])]);
  const properties = { ...toObject(left['properties']), ...toObject(right['properties']) };
  return { ...merged, properties, required: [...required] };
}

/** The values that a schema names itself, the binding ones first. */
function listStated(schema: JsonObject): readonly Json[] {
  const single = ['const', 'default'].flatMap((name) => {
    const value = schema[name];
    return value === undefined ? [] : [value];
  });
  return [...single, ...toList(schema['enum']), ...toList(schema['examples'])];
}

function build(value: Json | undefined, outer: Place): Json {
  const place = deeper(outer);
  if (isExhausted(place)) return null;
  const schema = flatten(toObject(value), place);
  const [stated] = listStated(schema);
  return stated === undefined ? buildByType(schema, place) : stated;
}

/**
 * The smallest value that a JSON schema accepts: required properties only. Enough for what tools and
 * answer formats state; a `pattern` is met only through `default`, `examples` or `enum`.
 */
export function buildInstance(schema: JsonObject): Json {
  return build(schema, { root: schema, depth: 0, budget: { left: mostValues } });
}
