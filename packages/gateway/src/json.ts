export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function toText(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
