import { breakBeforeItem } from '../brackets/brackets.ts';
import type { Habits, Site } from '../brackets/insert-items.ts';
import { insertItems, siteBehind, siteInEmpty, unitOf } from '../brackets/insert-items.ts';
import type { Parsed } from '../document/parsed.ts';
import { hasBreak, indentAt } from '../document/trivia.ts';
import { draftOf, draftOfJson } from '../edit/draft.ts';
import { orderNew } from '../edit/order-new.ts';
import { anchorOf, indexOf, itemTargets, valueAt } from '../edit/picks.ts';
import { wrongType } from '../edit/shape-error.ts';
import type { Child, Target } from '../edit/targets.ts';
import { spreadMap } from '../edit/targets.ts';
import { equalsJson } from '../nodes.ts';
import type { ListNode, MapNode, Node, Splice } from '../types.ts';
import { colonOf, documentStyle, styleOf } from './inline-style.ts';
import { jsonBrackets } from './json-brackets.ts';
import { writeDocument } from './write-document.ts';
import type { InlineStyle, Placing } from './write-json.ts';
import { writeJson } from './write-json.ts';

interface Planning {
  readonly parsed: Parsed;
  readonly unit: string;
  readonly style: InlineStyle;
  readonly splices: Splice[];
  /** Containers by whether they are written on one line. */
  readonly oneLine: Map<Node, boolean>;
}

/** A value with the container that it stands in. */
interface Place {
  readonly node: Node;
  readonly parent: { readonly node: MapNode | ListNode; readonly index: number } | undefined;
}

export function planJsonSets(parsed: Parsed, target: Target): Splice[] {
  const { root, text } = parsed.document;
  // In a list the brace of an item stands one unit in, a key in it two.
  const firsts = parsed.document.top === 'list' ? '"{' : '"';
  const unit = unitOf(text, parsed, (index) => firsts.includes(text.charAt(parsed.tokens.starts[index] ?? 0)));
  if (root === undefined) return writeDocument(parsed, target, unit);
  const planning: Planning = { parsed, unit, style: documentStyle(parsed), splices: [], oneLine: new Map() };
  setAt(planning, { node: root, parent: undefined }, target);
  return planning.splices;
}

function setAt(planning: Planning, place: Place, target: Target): void {
  const { node } = place;
  if (node.kind === 'map') spreadMap(target);
  if (target.value !== undefined) {
    setValue(planning, place, target);
    return;
  }
  if (node.kind === 'scalar') {
    if (target.children.size === 0) return;
    const isList = [...target.children.values()].some((child) => typeof child.step !== 'string');
    throw wrongType(planning.parsed.document, node, isList ? 'list' : 'map');
  }
  setChildren(planning, { ...place, node }, target);
}

function setValue(planning: Planning, place: Place, target: Target): void {
  const { node } = place;
  if (target.value === undefined || equalsJson(node, target.value)) return;
  const items = node.kind === 'list' ? itemTargets(target, node) : undefined;
  if (items !== undefined && node.kind === 'list') {
    for (const [index, item] of node.items.entries()) {
      const wish = items[index];
      if (wish !== undefined) setAt(planning, { node: item, parent: { node, index } }, wish);
    }
    return;
  }
  const draft = target.raw === undefined ? draftOfJson(target.value) : ({ kind: 'raw', text: target.raw } as const);
  const { text } = planning.parsed.document;
  const placing = placingOf(planning, {
    isLine: !isOnOneLine(planning, place),
    indent: indentAt(text, node.start),
    sibling: node,
  });
  planning.splices.push({ start: node.start, end: node.end, text: writeJson(draft, placing, 0) });
}

function setChildren(planning: Planning, place: Place & { readonly node: MapNode | ListNode }, target: Target): void {
  const { node } = place;
  const { document } = planning.parsed;
  const added: Child[] = [];
  for (const child of target.children.values()) {
    if ((typeof child.step === 'string') !== (node.kind === 'map')) {
      throw wrongType(document, node, node.kind === 'map' ? 'list' : 'map');
    }
    const index = indexOf(document, node, child.step);
    const value = index === undefined ? undefined : valueAt(node, index);
    if (index === undefined || value === undefined) added.push(child);
    else setAt(planning, { node: value, parent: { node, index } }, child.target);
  }
  if (added.length > 0) addChildren(planning, node, { added, isInline: isOnOneLine(planning, place) });
}

function addChildren(
  planning: Planning,
  node: MapNode | ListNode,
  { added, isInline }: { added: readonly Child[]; isInline: boolean },
): void {
  const { document } = planning.parsed;
  const brackets = jsonBrackets(planning.parsed, node);
  const last = brackets.items.length - 1;
  const style = styleOf(planning.parsed, node, planning.style);
  const pad = node.kind === 'map' ? style.mapPad : style.listPad;
  const habits: Habits = { unit: planning.unit, eol: document.eol, space: style.space, pad };
  const groups = orderNew(added, (child) => {
    const anchor = anchorOf(node, child.after);
    return anchor === last ? undefined : anchor;
  });
  for (const { anchor = last, children } of groups) {
    const site = last === -1 ? siteInEmpty(brackets, habits, isInline) : siteBehind(brackets, anchor, habits);
    const texts = children.map(textWriter(planning, node, { site, anchor }));
    planning.splices.push(...insertItems(site, texts));
  }
}

function textWriter(
  planning: Planning,
  node: MapNode | ListNode,
  { site, anchor }: { site: Site; anchor: number },
): (child: Child) => string {
  const sibling = valueAt(node, anchor);
  const style = styleOf(planning.parsed, node, planning.style);
  const base = { isLine: site.isLine, indent: site.indent, sibling, style: site.isLine ? undefined : style };
  const placings = { map: placingOf(planning, base, 'map'), list: placingOf(planning, base, 'list') };
  const entry = node.kind === 'map' ? node.entries[anchor] : undefined;
  const colon = entry === undefined ? style.colon : colonOf(planning.parsed, entry.at, entry.value.start);
  return (child) => {
    const draft = draftOf(child);
    const head = typeof child.step === 'string' ? JSON.stringify(child.step) + colon : '';
    return head + writeJson(draft, draft.kind === 'list' ? placings.list : placings.map, head.length);
  };
}

/** Layout for a value beside, or instead of, another one. */
function placingOf(
  planning: Planning,
  given: { isLine: boolean; indent: string; sibling: Node | undefined; style?: InlineStyle | undefined },
  kind?: 'map' | 'list',
): Placing {
  const { document } = planning.parsed;
  const { sibling } = given;
  const isUsable = sibling !== undefined && isFilled(sibling) && (kind === undefined || sibling.kind === kind);
  const isBroken = isUsable && hasBreak(document.text, sibling.start, sibling.end);
  const looks = isBroken ? 'block' : 'inline';
  const style =
    given.style ?? (isUsable && !isBroken ? styleOf(planning.parsed, sibling, planning.style) : planning.style);
  return {
    isLine: given.isLine,
    indent: given.indent,
    unit: planning.unit,
    eol: document.eol,
    style,
    sibling: isUsable ? looks : undefined,
  };
}

function isFilled(node: Node): boolean {
  return node.kind !== 'scalar' && (node.kind === 'map' ? node.entries : node.items).length > 0;
}

/** The value goes on in the line of its neighbours. */
function isOnOneLine(planning: Planning, { parent }: Place): boolean {
  if (parent === undefined) return false;
  const { node, index } = parent;
  if (breakBeforeItem(jsonBrackets(planning.parsed, node), index) !== undefined) return false;
  const known = planning.oneLine.get(node) ?? !hasBreak(planning.parsed.document.text, node.start, node.end);
  planning.oneLine.set(node, known);
  return known;
}
