import { isJsonList, isJsonMap, toJson, type Json, type Node } from '@modelrack/config-edit';
import { isOurKeyCommand, type SetChange, type SetRule } from '@modelrack/tool-kit';
import { pathKey } from '../ledger/claims.ts';
import { nodeAt } from '../open-file/draft.ts';
import { isSecretName } from '../secrets/mask-secrets.ts';
import type { Held } from './whose.ts';

/** Equal to what we would write, such a value tells nothing of who wrote it. */
export function isNobodys(rule: SetRule): boolean {
  return rule === 'missing' || rule === 'switch';
}

export function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:/.test(value);
}

/** It leads the tool somewhere: the address of a schema, which anybody may have written, does not. */
export function isPointing({ rule, value }: SetChange): boolean {
  return isAddress(value) && !isNobodys(rule);
}

/** It calls our command as another machine, another home or an older Node has it. */
export function isOurCall({ file }: Pick<Held, 'file'>, { value }: SetChange, current: Node): boolean {
  const standing = toJson(current);
  if (isOurKeyCommand(value, file.connection)) return isOurKeyCommand(standing, file.connection);
  const call = afterProgram(value);
  return call !== undefined && call === afterProgram(standing);
}

/** The program of a call of ours that stands beside it: another machine's, or an older Node. */
export function isOurProgram({ file }: Pick<Held, 'file'>, { path }: SetChange, sets: readonly SetChange[]): boolean {
  const [name] = path.slice(-1);
  const parent = pathKey(path.slice(0, -1));
  if (name !== 'command' && name !== 'cmd') return false;
  return sets.some((set) => {
    const node = pathKey(set.path.slice(0, -1)) === parent ? nodeAt(file, set.path) : undefined;
    return node !== undefined && isOurCall({ file }, set, node);
  });
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

/** As a whole or in one item, for anything but the key: nobody else writes that. */
export function callsUs(held: Pick<Held, 'file'>, change: SetChange, current: Node): boolean {
  const { path, value } = change;
  if (isSecretName(String(path.at(-1))) || isOurKeyCommand(value, held.file.connection)) return false;
  const items = current.kind === 'list' ? current.items : [];
  return isOurCall(held, change, current) || items.some((item) => ourCallIn(change, toJson(item)) !== undefined);
}

/** Up to the name of a file of ours: the first word of a text with all before it, each later one by itself, quoted or not. */
const toOurs =
  /(?:"(?:[^"\\]|\\.)*?| (?:'[^'"]*?|\\"(?:[^"\\]|\\[^"])*?|(?:[^"'\\ ]|\\[^"])*?))[\\/]{1,2}modelrack(?:\.js(?:'|\\")?|[\\/]{1,2}(?:plugins|keys)(?=[\\/]))/g;

/** What our command, or a folder of ours, is named for; undefined: neither is. */
function afterProgram(value: Json): string | undefined {
  const text = JSON.stringify(value);
  const rest = text.replaceAll(toOurs, '"');
  return rest === text ? undefined : rest.replaceAll(/'|\\"/g, '');
}
