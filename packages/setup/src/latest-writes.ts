import type { FileRecord, Ledger } from '@modelrack/config-edit';

/** The records of a tool whose last write belongs to its latest run. */
export function latestWrites(ledger: Ledger, tool: string): readonly FileRecord[] {
  const records = ledger.list().filter((record) => record.tool === tool);
  const latest = records
    .flatMap(({ stack }) => stack.at(-1)?.at ?? [])
    .toSorted()
    .at(-1);
  return latest === undefined ? [] : records.filter(({ stack }) => stack.at(-1)?.at === latest);
}
