import { toJson, type Json, type Node } from '@modelrack/config-edit';
import { isOurKeyCommand, type SetChange, type SetRule } from '@modelrack/tool-kit';
import type { Held } from './whose.ts';

/** Equal to what we would write, such a value tells nothing of who wrote it. */
export function isNobodys(rule: SetRule): boolean {
  return rule === 'missing' || rule === 'switch';
}

/** It calls our command as another machine, another home or an older Node has it. */
export function isOurCall({ file }: Pick<Held, 'file'>, { value }: SetChange, current: Node): boolean {
  const standing = toJson(current);
  if (isOurKeyCommand(value, file.connection)) return isOurKeyCommand(standing, file.connection);
  const call = afterProgram(value);
  return call !== undefined && call === afterProgram(standing);
}

/** What our command is called for; undefined: it is not called. */
function afterProgram(value: Json): string | undefined {
  const text = JSON.stringify(value);
  const rest = text.replaceAll(/"(?:[^"\\]|\\.)*?[\\/]modelrack\.js(?:'|\\")?/g, '"');
  return rest === text ? undefined : rest;
}
