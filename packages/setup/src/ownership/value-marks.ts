import { toJson, type Node } from '@modelrack/config-edit';
import { isOurKeyCommand, type SetChange, type SetRule } from '@modelrack/tool-kit';
import type { Held } from './whose.ts';

/** Equal to what we would write, such a value tells nothing of who wrote it. */
export function isNobodys(rule: SetRule): boolean {
  return rule === 'missing' || rule === 'switch';
}

/** It calls our command as another machine, another home or an older Node has it. */
export function isOurCall({ file }: Pick<Held, 'file'>, { value }: SetChange, current: Node): boolean {
  return isOurKeyCommand(value, file.connection) && isOurKeyCommand(toJson(current), file.connection);
}
