import { isJsonList, isJsonMap, toJson, type Json, type Node } from '@modelrack/config-edit';
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

/** The text by which an item of a list calls our command as the wanted ones do, whatever else the user changed in it. */
export function ourCallIn({ value }: SetChange, item: Json): { readonly [field: string]: string } | undefined {
  const [wanted] = isJsonList(value) ? value : [];
  if (!isJsonMap(wanted) || !isJsonMap(item)) return undefined;
  const found = Object.entries(item).find(([field, text]) => {
    const call = typeof text === 'string' ? afterProgram(text) : undefined;
    return call !== undefined && call === afterProgram(wanted[field] ?? null);
  });
  return found === undefined ? undefined : { [found[0]]: String(found[1]) };
}

/** What our command is called for; undefined: it is not called. */
function afterProgram(value: Json): string | undefined {
  const text = JSON.stringify(value);
  const rest = text.replaceAll(/"(?:[^"\\]|\\.)*?[\\/]modelrack\.js(?:'|\\")?/g, '"');
  return rest === text ? undefined : rest;
}
