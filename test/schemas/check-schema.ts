/** The words of JSON Schema that the tools' own schemas need here. */
export interface Schema {
  readonly type: 'string' | 'integer' | 'boolean' | 'array' | 'object';
  readonly enum?: readonly string[];
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Of all properties that are not named. */
  readonly additionalProperties?: Schema;
}

/** What is wrong with a value, one line each: `[0].models[1].url is missing`. */
export function checkSchema(schema: Schema, value: unknown, at = ''): string[] {
  if (typeOf(value) !== schema.type) return [`${at} is no ${schema.type}`];
  const { minimum, pattern } = schema;
  if (typeof value === 'number' && minimum !== undefined && value < minimum) return [`${at} is below ${minimum}`];
  if (typeof value === 'string' && schema.enum?.includes(value) === false) return [`${at} is none of ${schema.enum}`];
  if (typeof value === 'string' && pattern?.test(value) === false) return [`${at} does not match ${pattern}`];
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? [] : value.flatMap((item, index) => checkSchema(items, item, `${at}[${index}]`));
  }
  return typeof value === 'object' && value !== null ? checkProperties(schema, value, at) : [];
}

function checkProperties(schema: Schema, value: object, at: string): string[] {
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name));
  const wrong = Object.entries(value).flatMap(([name, part]) => {
    const expected = schema.properties?.[name] ?? schema.additionalProperties;
    return expected === undefined ? [] : checkSchema(expected, part, `${at}.${name}`);
  });
  return [...missing.map((name) => `${at}.${name} is missing`), ...wrong];
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
