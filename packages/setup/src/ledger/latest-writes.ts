import type { FileRecord, Ledger } from '@modelrack/config-edit';

/** The records of a tool whose last write belongs to the latest run of this connection that still is the last. */
export function latestWrites(ledger: Ledger, tool: string, connection: string): readonly FileRecord[] {
  const records = ledger
    .list()
    .filter((record) => record.tool === tool && record.stack.at(-1)?.connection === connection);
  const latest = records
    .flatMap(({ stack }) => stack.at(-1)?.at ?? [])
    .toSorted()
    .at(-1);
  return records.filter(({ stack }) => stack.at(-1)?.at === latest);
}
