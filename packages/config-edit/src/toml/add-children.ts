import type { Habits } from '../brackets/insert-items.ts';
import { insertItems, siteBehind, siteInEmpty } from '../brackets/insert-items.ts';
import type { Brackets } from '../brackets/brackets.ts';
import { indentAt, lineEndOf } from '../document/trivia.ts';
import type { Draft } from '../edit/draft.ts';
import { draftOf } from '../edit/draft.ts';
import { orderNew } from '../edit/order-new.ts';
import { anchorOf } from '../edit/picks.ts';
import { shapeError } from '../edit/shape-error.ts';
import type { Child } from '../edit/targets.ts';
import type { Placed, Planning } from './new-lines.ts';
import { outside, tablePlace } from './places.ts';
import { arrayBrackets, inlineBrackets } from './toml-brackets.ts';
import type { DottedPair, TomlList, TomlMap } from './toml-nodes.ts';
import { isTableDraft, tableTexts } from './write-tables.ts';
import { headerOf, writeKey, writeToml } from './write-toml.ts';
import type { TomlInline, TomlPair } from './syntax.ts';
import { keyStart } from './syntax.ts';

/** New keys of one map, in the form that the map is written in. */
export function addToMap(planning: Planning, place: Placed<TomlMap>, added: readonly Child[]): void {
  const { node } = place;
  const dotted = node.form === 'implied' ? node.dotted.at(-1) : undefined;
  const inline = node.inline ?? inlineParent(dotted);
  if (inline !== undefined) {
    addInline(planning, inline, { node, added, dotted });
    return;
  }
  for (const { anchor, children } of orderNew(added, (child) => anchorOf(node, child.after))) {
    const sibling = anchor === undefined ? undefined : node.entries[anchor];
    const bare: Child[] = [];
    for (const child of children) {
      const draft = draftOf(child);
      const isTable = !place.isInItem && node.form !== 'item' && isTableDraft(draft, true);
      if (isTable)
        addTable(planning, place, { child, draft, sibling: sibling?.pair === undefined ? sibling?.key : undefined });
      else bare.push(child);
    }
    if (bare.length > 0) addLines(planning, place, { children: bare, sibling: sibling?.pair, dotted });
  }
}

interface Addition {
  readonly children: readonly Child[];
  /** The line, or part of a line, behind which they go. */
  readonly sibling: TomlPair | undefined;
  /** Their keys begin like this one. */
  readonly dotted: DottedPair | undefined;
}

function inlineParent(dotted: DottedPair | undefined): TomlInline | undefined {
  return dotted?.pair.parent.kind === 'inline' ? dotted.pair.parent : undefined;
}

function addInline(
  planning: Planning,
  table: TomlInline,
  { node, added, dotted }: { node: TomlMap; added: readonly Child[]; dotted: DottedPair | undefined },
): void {
  const brackets = inlineBrackets(planning.parsed, table);
  const end = dotted === undefined ? table.body.length - 1 : table.body.indexOf(dotted.pair);
  const groups = orderNew(added, (child) => {
    const pair = node.entries[anchorOf(node, child.after) ?? -1]?.pair;
    return pair === undefined ? end : table.body.indexOf(pair);
  });
  for (const { anchor = end, children } of groups) {
    const style = table.body[anchor];
    const texts = children.map((child) => lineOf(planning, child, { style, dotted }));
    insertInto(planning, brackets, { index: anchor, pad: ' ', texts });
  }
}

function insertInto(
  planning: Planning,
  brackets: Brackets,
  { index, pad, texts }: { index: number; pad: string; texts: readonly string[] },
): void {
  const habits: Habits = { unit: '  ', eol: planning.parsed.document.eol, space: ' ', pad };
  const site = index === -1 ? siteInEmpty(brackets, habits, true) : siteBehind(brackets, index, habits);
  planning.splices.push(...insertItems(site, texts));
}

function addTable(
  planning: Planning,
  place: Placed<TomlMap>,
  { child, draft, sibling }: { child: Child; draft: Draft; sibling: string | undefined },
): void {
  if (typeof child.step !== 'string') return;
  const path = [...place.path, child.step];
  const offset = tablePlace(planning.places, path, sibling === undefined ? undefined : [...place.path, sibling]);
  for (const text of tableTexts(path, draft, planning.parsed.document.eol))
    planning.lines.tables.push({ offset, text });
}

function addLines(planning: Planning, place: Placed<TomlMap>, { children, sibling, dotted }: Addition): void {
  const { node } = place;
  const { text, eol } = planning.parsed.document;
  const behind = sibling ?? dotted?.pair ?? lastPair(node);
  const lines = children.map((child) => lineOf(planning, child, { style: behind, dotted }));
  if (node.form === 'root' && sibling === undefined) {
    planning.lines.root.push(...lines);
    return;
  }
  if (behind === undefined && node.table?.kind !== 'table') {
    addHeader(planning, place, lines);
    return;
  }
  const end = behind?.value.end ?? (node.table?.kind === 'table' ? node.table.headerEnd : 0);
  const indent = indentAt(text, behind === undefined ? node.start : keyStart(behind));
  planning.lines.keys.push({ offset: lineEndOf(text, end), text: lines.map((line) => indent + line).join(eol) });
}

function lastPair({ table }: TomlMap): TomlPair | undefined {
  if (table?.kind === 'table') return table.body.at(-1);
  const last = table?.body.findLast((statement) => statement.kind === 'pair');
  return last?.kind === 'pair' ? last : undefined;
}

/** A map that only longer headers imply gets its own. */
function addHeader(planning: Planning, { node, path, isInItem }: Placed<TomlMap>, lines: readonly string[]): void {
  const { document } = planning.parsed;
  if (isInItem) throw shapeError(document, node.start, 'a table inside a [[list]] has no header of its own here');
  planning.lines.tables.push({
    offset: tablePlace(planning.places, path, path),
    text: [headerOf(path), ...lines].join(document.eol),
  });
}

function lineOf(
  planning: Planning,
  child: Child,
  { style, dotted }: { style: TomlPair | undefined; dotted: DottedPair | undefined },
): string {
  const { text } = planning.parsed.document;
  const name = typeof child.step === 'string' ? writeKey(child.step) : '';
  const isTight = style !== undefined && text.slice(style.last.end, style.value.start) === '=';
  return prefixOf(text, dotted) + name + (isTight ? '=' : ' = ') + writeToml(draftOf(child));
}

/** The first parts of a dotted key as they are spelled there, with the dot. */
function prefixOf(text: string, dotted: DottedPair | undefined): string {
  if (dotted === undefined) return '';
  return `${text.slice(keyStart(dotted.pair), dotted.pair.path[dotted.parts - 1]?.end)}.`;
}

export function addToList(planning: Planning, place: Placed<TomlList>, added: readonly Child[]): void {
  const { node, path } = place;
  const { document } = planning.parsed;
  const last = node.items.length - 1;
  const brackets = node.array === undefined ? undefined : arrayBrackets(planning.parsed, node.array);
  for (const { anchor = last, children } of orderNew(added, (child) => anchorOf(node, child.after) ?? last)) {
    const drafts = children.map(draftOf);
    if (brackets !== undefined) {
      insertInto(planning, brackets, { index: anchor, pad: '', texts: drafts.map(writeToml) });
      continue;
    }
    const behind = node.items[anchor];
    const offset = outside(planning.places, lineEndOf(document.text, behind?.end ?? node.end));
    for (const draft of drafts) {
      if (draft.kind !== 'map')
        throw shapeError(document, node.start, 'this list is written with [[headers]], an item of it must be a map');
      planning.lines.tables.push(
        ...tableTexts(path, { kind: 'list', items: [draft], isOnPath: true }, document.eol).map((text) => ({
          offset,
          text,
        })),
      );
    }
  }
}
