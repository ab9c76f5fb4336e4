import { insertItems, siteBehind, siteInEmpty } from '../brackets/insert-items.ts';
import { commentsIn, endOf } from '../document/tokens.ts';
import { breakBefore, hasBreak, isBlankText, lineEndOf, lineStartOf } from '../document/trivia.ts';
import type { DraftEntry } from '../edit/draft.ts';
import { draftOf } from '../edit/draft.ts';
import { orderNew } from '../edit/order-new.ts';
import { anchorOf, valueAt } from '../edit/picks.ts';
import { shapeError } from '../edit/shape-error.ts';
import type { Child, Target } from '../edit/targets.ts';
import { spreadMap } from '../edit/targets.ts';
import { refuseBond } from './bonds.ts';
import { isOpenEnded } from './literals.ts';
import type { Planning } from './planning.ts';
import { insertAt } from './planning.ts';
import { putLines, siteBelow } from './put-lines.ts';
import { draftFor } from './settle-raw.ts';
import { endOfPart } from './units.ts';
import { isBlock, linesAt, pad, writeEntry, writeFlow, writeFlowEntry, writeItem } from './write/write-yaml.ts';
import { yamlBrackets } from './yaml-brackets.ts';
import type { YamlList, YamlMap, YamlNode } from './yaml-nodes.ts';
import { isYamlNode } from './yaml-nodes.ts';
import { YamlKind } from './read/yaml-tokens.ts';

export function addToContainer(planning: Planning, node: YamlMap | YamlList, added: readonly Child[]): void {
  const { document } = planning.parsed;
  refuseBond(document, node);
  if (node.form === 'pair') throw shapeError(document, node.start, 'this map has no braces to put another key in');
  if (node.form === 'block') addLines(planning, node, added);
  else if (isReplaceable(planning, node)) openBrackets(planning, node, added);
  else addInBrackets(planning, node, added);
}

function groupsOf(node: YamlMap | YamlList, added: readonly Child[]): ReturnType<typeof orderNew> {
  const last = node.parts.length - 1;
  return orderNew(added, (child) => {
    const anchor = anchorOf(node, child.after);
    return anchor === last ? undefined : anchor;
  });
}

function addLines(planning: Planning, node: YamlMap | YamlList, added: readonly Child[]): void {
  const { column } = node;
  const slot = { kind: node.kind === 'map' ? 'entry' : 'item', column, isFlow: false } as const;
  for (const { anchor = node.parts.length - 1, children } of groupsOf(node, added)) {
    const texts = children.map((child) => {
      const value = draftFor(child, slot, planning.habits);
      if (typeof child.step !== 'string') return writeItem(value, column, planning.habits);
      return writeEntry({ key: child.step, value }, column, planning.habits);
    });
    putBehind(planning, node, { anchor, texts });
  }
}

/** Behind the part with this index, or in front of it if its text has to stay the end of the file. */
function putBehind(
  planning: Planning,
  node: YamlMap | YamlList,
  { anchor, texts }: { anchor: number; texts: readonly string[] },
): void {
  const { text } = planning.parsed.document;
  const { eol } = planning.habits;
  const lead = pad(node.column);
  const value = valueAt(node, anchor);
  const isMovable = !isYamlNode(value) || !isOpenEnded(text, value);
  const start = node.parts[0]?.start ?? 0;
  if (!isMovable && anchor === 0 && !isBlankText(text.slice(lineStartOf(text, start), start))) {
    insertAt(planning, start, texts.map((part) => part + eol + lead).join(''));
    return;
  }
  const above = anchor === 0 ? aboveComments(text, start) : endOfPart(text, node, anchor - 1);
  const place = isMovable ? endOfPart(text, node, anchor) : above;
  if (place === undefined) insertAt(planning, 0, texts.map((part) => lead + part + eol).join(''));
  else insertAt(planning, place, texts.map((part) => eol + lead + part).join(''));
}

/** Where the line above ends, and above the comments that speak of this line; undefined: there is none. */
function aboveComments(text: string, start: number): number | undefined {
  const column = start - lineStartOf(text, start);
  let place = breakBefore(text, start);
  while (place !== undefined) {
    const line = /^( *)#/.exec(text.slice(lineStartOf(text, place), place));
    if (line === null || (line[1]?.length ?? 0) > column) break;
    place = breakBefore(text, lineStartOf(text, place));
  }
  return place;
}

function addInBrackets(planning: Planning, node: YamlMap | YamlList, added: readonly Child[]): void {
  const { parsed, habits } = planning;
  const brackets = yamlBrackets(parsed, node);
  const layout = { unit: pad(habits.unit), eol: habits.eol, space: ' ', pad: '' };
  const slot = { kind: 'entry', column: node.slot.column, isFlow: true } as const;
  for (const { anchor = node.parts.length - 1, children } of groupsOf(node, added)) {
    const site = anchor === -1 ? siteInEmpty(brackets, layout, true) : siteBehind(brackets, anchor, layout);
    const texts = children.map((child) => {
      const value = draftFor(child, slot, habits);
      return typeof child.step === 'string'
        ? writeFlowEntry({ key: child.step, value }, habits)
        : writeFlow(value, habits);
    });
    planning.splices.push(...insertItems(site, texts));
  }
}

/** `key: []`: brackets that can go, and come back where they were. */
function isReplaceable({ parsed }: Planning, node: YamlMap | YamlList): boolean {
  const { text } = parsed.document;
  const { slot, start, end } = node;
  return (
    node.parts.length === 0 &&
    slot.kind === 'entry' &&
    !slot.isFlow &&
    text.slice(slot.head, start) === ' ' &&
    // Some parsers stop at a tab right behind a colon.
    text.charAt(end) !== '\t' &&
    !hasBreak(text, start, end) &&
    commentsIn(text, parsed.tokens, node).length === 0
  );
}

function openBrackets(planning: Planning, node: YamlMap | YamlList, added: readonly Child[]): void {
  const { slot, end } = node;
  planning.splices.push({ start: slot.head, end, text: '' });
  putChildren(planning, node, added);
}

export function fillVacant(planning: Planning, node: YamlNode, target: Target): void {
  putChildren(planning, node, [...target.children.values()]);
}

function putChildren(planning: Planning, node: YamlNode, added: readonly Child[]): void {
  const kind = added.some(({ step }) => typeof step === 'string') ? 'map' : 'list';
  const site = siteBelow(planning, node, kind);
  const slot = { kind: kind === 'map' ? 'entry' : 'item', column: site.column, isFlow: false } as const;
  const children = orderNew(added, () => undefined).flatMap((group) => group.children);
  const entries = children.map((child): DraftEntry => ({
    key: typeof child.step === 'string' ? child.step : '',
    value: draftFor(child, slot, planning.habits),
  }));
  if (kind === 'map') putLines(planning, site, { kind, entries, isOnPath: true });
  else putLines(planning, site, { kind, items: entries.map(({ value }) => value), isOnPath: true });
}

/** Keys of a document that has none, behind the comments that it has. */
export function writeDocument(planning: Planning, target: Target): void {
  const { document, tokens } = planning.parsed;
  spreadMap(target);
  if (target.children.size === 0) return;
  const draft = draftOf({ step: '', target, after: undefined });
  if (draft.kind !== document.top || !isBlock(draft)) {
    throw shapeError(document, 0, `the top level of this file is a ${document.top}`);
  }
  const lines = linesAt(draft, 0, planning.habits);
  const end = tokens.kinds.indexOf(YamlKind.documentEnd);
  const last = (end === -1 ? tokens.starts.length : end) - 1;
  if (last === -1) insertAt(planning, 0, lines + planning.habits.eol);
  else insertAt(planning, lineEndOf(document.text, endOf(tokens, last)), planning.habits.eol + lines);
}
