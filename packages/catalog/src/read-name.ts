import { textAt } from './json-value.ts';
import type { JsonRecord } from '@modelrack/json';
import { cleanText } from '@modelrack/text';

/** What a person reads: `display_name`, else `name` if it differs from the id, else the id; never prettified. */
export function readName(fields: JsonRecord, id: string): string {
  for (const field of ['display_name', 'displayName', 'name']) {
    const name = cleanText(textAt(fields, field) ?? '');
    if (name !== '') return name;
  }
  return id;
}
