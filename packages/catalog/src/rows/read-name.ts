import { textAt } from '../json-value.ts';
import type { JsonRecord } from '@modelrack/json';
import { cleanText } from '@modelrack/text';

/** What a person reads: `display_name`, else `name` if it differs from the id, else the id; never prettified. */
export function readName(fields: JsonRecord, id: string): string {
  const stated = ['display_name', 'displayName', 'name'].map((field) => textAt(fields, field));
  const names = [...stated, textAt(fields, 'model_spec', 'name')].map((name) => cleanText(name ?? ''));
  return names.find((name) => name !== '') ?? id;
}
