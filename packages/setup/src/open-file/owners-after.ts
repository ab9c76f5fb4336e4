import type { FileRecord } from '@modelrack/config-edit';
import { inherit, isNothingOwned, ownedFrom, type Owned } from '../ledger/owned.ts';
import type { FilePlan } from './finish-draft.ts';

/** Whose the file is once it is written. */
export function ownersAfter(planned: FilePlan, connection: string): FileRecord['owners'] {
  if (planned.recordAfter !== undefined) return planned.recordAfter.record?.owners ?? {};
  return ownersWith(planned.file.record?.owners ?? {}, connection, planned.owned);
}

export function ownersWith(owners: FileRecord['owners'], connection: string, owned: Owned): FileRecord['owners'] {
  if (!isNothingOwned(owned)) return { ...owners, [connection]: owned };
  const leaving = ownedFrom(owners[connection]);
  const others = Object.entries(owners).filter(([name]) => name !== connection);
  return Object.fromEntries(others.map(([name, other]) => [name, inherit(ownedFrom(other), leaving, connection)]));
}
