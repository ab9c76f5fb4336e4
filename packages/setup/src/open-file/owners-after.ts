import type { FileRecord } from '@modelrack/config-edit';
import { ownersWith } from '../ledger/layers.ts';
import type { FilePlan } from './finish-draft.ts';

/** Whose the file is once it is written, as the ledger keeps it. */
export function ownersAfter(planned: FilePlan, connection: string): FileRecord['owners'] {
  if (planned.recordAfter !== undefined) return planned.recordAfter.record?.owners ?? {};
  const owners = ownersWith(planned.file.owners, connection, planned.claims);
  return Object.fromEntries(Object.entries(owners).map(([name, claims]) => [name, { claims }]));
}
