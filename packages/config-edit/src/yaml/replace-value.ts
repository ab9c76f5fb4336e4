import { breakBefore, isBlankText, lineStartOf } from '../document/trivia.ts';
import type { Draft } from '../edit/draft.ts';
import { draftOfJson } from '../edit/draft.ts';
import { shapeError } from '../edit/shape-error.ts';
import type { Json, Splice } from '../types.ts';
import { refuseAnchors, refuseBond } from './bonds.ts';
import type { Planning } from './planning.ts';
import { insertAt } from './planning.ts';
import { putLines, siteBelow } from './put-lines.ts';
import { isReadAs } from './settle-raw.ts';
import { writeScalar } from './write/write-scalar.ts';
import { isBlock, linesAt, pad, writeFlow } from './write/write-yaml.ts';
import type { YamlNode } from './yaml-nodes.ts';
import { isVacant } from './yaml-nodes.ts';

export interface Wanted {
  readonly value: Json;
  /** The spelling to use if it is read as the value. */
  readonly raw: string | undefined;
}

/** A value that stands there, by another one. It keeps its place, so that the old one can come back to it. */
export function replaceValue(planning: Planning, node: YamlNode, wanted: Wanted): void {
  refuseBond(planning.parsed.document, node);
  refuseAnchors(planning.parsed, node);
  if (node.form === 'empty') putBehind(planning, node, wanted);
  else planning.splices.push(rawInPlace(planning, node, wanted) ?? draftInPlace(planning, node, wanted));
}

/** Behind a colon or dash that has nothing there yet. */
function putBehind(planning: Planning, node: YamlNode, { value, raw }: Wanted): void {
  const { document } = planning.parsed;
  const { slot } = node;
  if (slot.kind === 'bare') {
    throw shapeError(document, node.start, 'this key has no colon to put a value behind');
  }
  const draft = draftOfJson(value);
  if (raw !== undefined && isReadAs(` ${raw}`, value, slot)) insertAt(planning, slot.head, ` ${raw}`);
  else if (isVacant(node) && isBlock(draft)) putLines(planning, siteBelow(planning, node, draft.kind), draft);
  else insertAt(planning, slot.head, ` ${lineOf(planning, node, draft)}`);
}

function rawInPlace({ parsed }: Planning, node: YamlNode, { value, raw }: Wanted): Splice | undefined {
  if (raw === undefined) return undefined;
  const { text } = parsed.document;
  const { slot, start, end } = node;
  const place = { ...slot, isLast: end === text.length };
  const lineStart = lineStartOf(text, start);
  const isOwnLine = isBlankText(text.slice(lineStart, start)) && lineStart >= slot.head;
  if (raw === '' && value === null && slot.kind !== 'root') {
    return { start: isOwnLine ? (breakBefore(text, start) ?? start) : slot.head, end, text: '' };
  }
  if (!isOwnLine) return isReadAs(` ${raw}`, value, place) ? { start, end, text: raw } : undefined;
  const indented = pad(indentOf(node, text)) + raw;
  const fit = [raw, indented].find((lines) => isReadAs(`\n${lines}`, value, place));
  return fit === undefined ? undefined : { start: lineStart, end, text: fit };
}

function draftInPlace(planning: Planning, node: YamlNode, { value }: Wanted): Splice {
  const { text } = planning.parsed.document;
  const { start, end, slot } = node;
  const draft = draftOfJson(value);
  if (node.kind === 'scalar' || node.form !== 'block') return { start, end, text: lineOf(planning, node, draft) };
  const isOwnLine = start === lineStartOf(text, start) && start >= slot.head;
  // Only dashes may stand in the column of their key.
  const isList = draft.kind === 'list' && isBlock(draft);
  const isDeep = node.column > slot.column || (isList && node.kind === 'list');
  const column = isDeep ? node.column : slot.column + planning.habits.unit;
  const lines = isBlock(draft) ? linesAt(draft, column, planning.habits) : pad(column) + lineOf(planning, node, draft);
  return { start, end, text: isOwnLine ? lines : lines.trimStart() };
}

/** How deep a value on a line of its own stands, or has to. */
function indentOf({ slot, start }: YamlNode, text: string): number {
  const indent = /^ */.exec(text.slice(lineStartOf(text, start)))?.[0].length ?? 0;
  return Math.max(indent, slot.column + 1);
}

/** Without a line end, in the quotes of the value that goes. */
function lineOf({ habits }: Planning, { form, slot }: YamlNode, draft: Draft): string {
  if (slot.isFlow) return writeFlow(draft, habits, form);
  if (draft.kind === 'scalar') return writeScalar(draft.value, { isFlow: false, quoting: form });
  return writeFlow(draft, { ...habits, isJson: false });
}
