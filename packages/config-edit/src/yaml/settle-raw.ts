import { isRackError } from '@modelrack/errors';
import type { Draft } from '../edit/draft.ts';
import { draftOf, draftOfJson } from '../edit/draft.ts';
import type { Child, Target } from '../edit/targets.ts';
import { equalsJson, findNode } from '../nodes.ts';
import type { Json, Node } from '../types.ts';
import { parseLines } from './read/parse-yaml.ts';
import type { Habits } from './write/write-yaml.ts';
import { pad, writeEntry, writeFlow, writeItem } from './write/write-yaml.ts';
import type { Slot } from './yaml-nodes.ts';

interface Place extends Pick<Slot, 'kind' | 'column' | 'isFlow'> {
  /** The file ends there, without a line end. */
  readonly isLast?: boolean;
}

/**
 * Is the text, from behind the colon or dash on, read as this value there? In YAML the same text may be
 * something else in another place.
 */
export function isReadAs(text: string, value: Json, { kind, column, isFlow, isLast }: Place): boolean {
  const lead = pad(Math.max(column, 0));
  const tail = isLast === true ? '' : '\n';
  if (isFlow) return isSole(column < 0 ? `[${text}\n ]` : `${lead}k: [${text}\n${lead} ]`, value);
  return isSole(kind === 'item' ? `k:\n${lead}-${text}${tail}` : `${lead}k:${text}${tail}`, value, kind !== 'item');
}

/** The one value of a document with one key, or of the only list in it. */
function isSole(text: string, value: Json, isMapValue = false): boolean {
  try {
    const isList = text.startsWith('[');
    const found = findNode(parseLines(isList ? `k: ${text}` : text), ['k']);
    const node = isMapValue ? found : soleItem(found);
    return node !== undefined && equalsJson(node, value);
  } catch (error) {
    if (isRackError(error)) return false;
    throw error;
  }
}

function soleItem(list: Node | undefined): Node | undefined {
  return list?.kind === 'list' && list.items.length === 1 ? list.items[0] : undefined;
}

/** What to write for something new in a map or list; a spelling of the user's where it fits. */
export function draftFor(child: Child, slot: Place, habits: Habits): Draft {
  const { raw, value } = child.target;
  if (raw === undefined || value === undefined) {
    dropUnfitRaws(child.target, slot.isFlow);
    return draftOf(child);
  }
  const draft = draftOfJson(value);
  const own = ownSpelling(draft, slot, habits);
  if (own === ` ${raw}`) return draft;
  for (const text of [raw === '' ? '' : ` ${raw}`, habits.eol + raw]) {
    if (isReadAs(text, value, slot)) return { kind: 'raw', text: text.startsWith(' ') ? raw : text };
  }
  return draft;
}

function ownSpelling(draft: Draft, { kind, column, isFlow }: Place, habits: Habits) {
  if (isFlow) return ` ${writeFlow(draft, habits)}`;
  return kind === 'item'
    ? writeItem(draft, column, habits).slice(1)
    : writeEntry({ key: 'k', value: draft }, column, habits).slice(2);
}

/** Spellings that cannot be used inside of something new are dropped: the value is written our way. */
function dropUnfitRaws(target: Target, isFlow: boolean): void {
  for (const { target: child } of target.children.values()) {
    dropUnfitRaws(child, isFlow);
    if (child.raw === undefined || child.value === undefined) continue;
    const isOneLine = !/[\r\n#]/.test(child.raw);
    if (!isOneLine || !isReadAs(` ${child.raw}`, child.value, { kind: 'entry', column: 0, isFlow }))
      child.raw = undefined;
  }
}
