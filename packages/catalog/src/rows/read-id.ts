import { textAt } from '../json-value.ts';
import type { RawRow } from './read-rows.ts';

const fields = ['id', 'model_name', 'model', 'key', 'name', 'model_id', 'modelId', 'slug'];

/** The id of a row, byte for byte; undefined without one. */
export function readId(row: RawRow): string | undefined {
  if (row.key !== undefined) return row.key.trim() === '' ? undefined : row.key;
  for (const field of fields) {
    const id = textAt(row.fields, field);
    if (id !== undefined && id.trim() !== '') return id;
  }
  return undefined;
}
