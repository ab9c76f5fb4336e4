import { toJson, type Node, type Path } from '@modelrack/config-edit';
import { isOurKeyCommand, type SetChange, type SetRule } from '@modelrack/tool-kit';
import { secretPrint, type OwnedValue } from '../ledger/owned.ts';
import type { FileDraft } from '../open-file/draft.ts';

export function isUntouched(current: Node, known: OwnedValue): boolean {
  return secretPrint(toJson(current)) === known.print;
}

/** Equal to what we would write, such a value tells nothing of who wrote it. */
export function isNobodys(rule: SetRule): boolean {
  return rule === 'missing' || rule === 'switch';
}

/** It calls our command as another machine, another home or an older Node has it. */
export function isOurCall({ context }: FileDraft, { value }: SetChange, current: Node): boolean {
  return isOurKeyCommand(value, context.connection) && isOurKeyCommand(toJson(current), context.connection);
}

export function written({ rule, value }: SetChange): OwnedValue {
  return rule === 'missing' ? { print: secretPrint(value), isOptional: true } : { print: secretPrint(value) };
}

/** Removes a value of ours, or puts back what it replaced. */
export function takeBack(draft: FileDraft, path: Path, known: OwnedValue | undefined): void {
  if (known?.replaced === undefined) draft.edits.push({ op: 'remove', path });
  else draft.edits.push({ op: 'set', path, value: known.replaced.value, raw: known.replaced.raw });
}
