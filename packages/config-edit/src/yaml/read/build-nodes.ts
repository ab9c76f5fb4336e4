import { type CST, type Document as YamlDocument, isAlias, isMap, isPair, isScalar, isSeq } from 'yaml';
import type { Alias, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { positionIn } from '../../document/position.ts';
import { isBlankText, lineStartOf } from '../../document/trivia.ts';
import type { MapEntry, Range, ScalarNode } from '../../types.ts';
import {
  columnOf,
  firstStart,
  formOf,
  isPairMap,
  itemOf,
  itemsOf,
  keyText,
  rangeOf,
  startOfPair,
} from './source-ranges.ts';
import { literalEnd } from './yaml-tokens.ts';
import type { Bond, Slot, YamlForm, YamlList, YamlMap, YamlNode, YamlScalar } from '../yaml-nodes.ts';

export interface Building {
  readonly text: string;
  /** Those that were met so far; undefined: aliases may name others. */
  readonly anchors: Set<string> | undefined;
  fail(message: string, offset: number): never;
}

interface Place {
  readonly slot: Slot;
  /** Of what it stands in. */
  readonly bond: Bond | undefined;
  /** Between the colon or dash and the value: anchors and tags are here. */
  readonly props: readonly CST.SourceToken[];
  readonly depth: number;
}

/** Deeper files are nobody's settings; every walk over a document is recursive. */
const DEEPEST = 500;

/** undefined: nothing but blanks and comments. */
export function buildRoot(
  building: Building,
  document: YamlDocument.Parsed,
  token: CST.Document | undefined,
): YamlNode | undefined {
  const props = token?.start ?? [];
  const slot: Slot = { kind: 'root', head: 0, column: -1, isFlow: false };
  const root = buildNode(building, document.contents, { slot, bond: undefined, props, depth: 0 });
  return root.form === 'empty' ? undefined : root;
}

function buildNode(building: Building, node: unknown, place: Place): YamlNode {
  const { slot, props, depth } = place;
  const prop = props.find(({ type }) => type === 'anchor' || type === 'tag');
  const from = startOfNode(node, prop) ?? slot.head;
  if (depth > DEEPEST) building.fail(`nested deeper than ${DEEPEST} levels`, from);
  noteAnchor(building, props);
  const bond = ownBond(node, prop) ?? place.bond;
  const inside: Place = { slot, bond, props, depth };
  if (isMap(node) && isContainer(node)) return buildMap(building, node, { place: inside, prop });
  if (isSeq(node) && isContainer(node)) return buildList(building, node, { place: inside, prop });
  if (isAlias(node)) return buildAlias(building, node, inside);
  if (isScalar(node)) return buildScalar(building, node, { place: inside, start: from });
  const [, end = from] = rangeOf(node) ?? [];
  const value = node === null || node === undefined ? null : building.text.slice(from, end);
  const form = value === null && prop === undefined ? 'empty' : 'other';
  return { kind: 'scalar', start: from, end: Math.max(from, end), value, form, slot, bond };
}

function noteAnchor({ anchors }: Building, tokens: readonly CST.SourceToken[]): void {
  const anchor = tokens.find(({ type }) => type === 'anchor');
  if (anchor !== undefined) anchors?.add(anchor.source.slice(1));
}

function startOfNode(node: unknown, prop: CST.SourceToken | undefined): number | undefined {
  return prop?.offset ?? rangeOf(node)?.[0];
}

/** Sets and ordered maps of YAML 1.1 hold pairs instead of items: they are not looked into. */
function isContainer(node: YAMLMap | YAMLSeq): boolean {
  return isMap(node) ? node.items.every((item) => isPair(item)) : node.items.every((item) => !isPair(item));
}

function ownBond(node: unknown, prop: CST.SourceToken | undefined): Bond | undefined {
  if (isAlias(node)) {
    return { at: node.range?.[0] ?? 0, why: 'this is an alias: what it refers to would change in other places too' };
  }
  if (prop?.type === 'anchor') {
    return { at: prop.offset, why: 'this has an anchor: a change would show in other places too' };
  }
  if (prop !== undefined && !isScalar(node)) return { at: prop.offset, why: 'this has a tag' };
  return undefined;
}

interface Within {
  readonly place: Place;
  readonly prop: CST.SourceToken | undefined;
}

function buildMap(building: Building, node: YAMLMap, { place, prop }: Within): YamlMap {
  const form = formOf(node);
  const entries: (MapEntry & { readonly value: YamlNode })[] = [];
  const parts: Range[] = [];
  const bond = place.bond ?? bondOfKeys(node);
  const column = columnOf(building.text, firstStart(node));
  const seen = new Map<unknown, number>();
  const inside: MapPlace = { place: { ...place, bond }, form, column };
  for (const pair of node.items) {
    const { entry, part } = buildEntry(building, pair, inside);
    refuseTwice(building, seen, { key: pair.key, at: entry.at });
    entries.push(entry);
    parts.push(part);
  }
  refuseStrays(building, parts, { form, column });
  const range = rangeOfContainer(building, node, { parts, prop });
  return { kind: 'map', ...range, entries, form, slot: place.slot, bond, column, parts };
}

/** Keys that make a map more than what stands in its lines, or take more than a line. */
function bondOfKeys({ items }: YAMLMap): Bond | undefined {
  for (const pair of items) {
    const { key } = pair;
    const [at = startOfPair(pair)] = rangeOf(key) ?? [];
    if (isScalar(key) && key.source === '<<' && key.type === 'PLAIN')
      return { at, why: 'keys are merged into this map' };
    const isOdd = !isScalar(key) || key.srcToken === undefined || key.srcToken.type === 'block-scalar';
    const isExplicit = itemOf(pair)?.start.some(({ type }) => type === 'explicit-key-ind') ?? false;
    if (isOdd && isExplicit) return { at, why: 'this map has a key that is not a single word or text' };
  }
  return undefined;
}

interface MapPlace {
  /** Of the map. */
  readonly place: Place;
  readonly form: YamlForm;
  readonly column: number;
}

function buildEntry(
  building: Building,
  pair: Pair,
  { place, form, column }: MapPlace,
): { entry: MapEntry & { readonly value: YamlNode }; part: Range } {
  const { start: before = [], sep = [] } = itemOf(pair) ?? {};
  const start = startOfPair(pair);
  const keyRange = rangeOf(pair.key) ?? [start, start];
  noteAnchor(building, before);
  const keyEnd = visitKey(building, pair.key, place)?.end ?? keyRange[1];
  const colon = sep.findIndex(({ type }) => type === 'map-value-ind');
  const mark = sep[colon];
  const head = mark === undefined ? Math.max(keyEnd, start) : mark.offset + 1;
  const isFlow = form !== 'block';
  const kind = mark === undefined ? 'bare' : 'entry';
  const slot: Slot = { kind, head, column: isFlow ? place.slot.column : column, isFlow };
  const props = sep.slice(colon + 1);
  // The library (2.9.1) drops a value behind a key without a colon.
  const lost = mark === undefined ? itemOf(pair)?.value : undefined;
  if (lost !== undefined) building.fail('this does not belong here', lost.offset);
  const value = buildNode(building, pair.value, { bond: place.bond, slot, props, depth: place.depth + 1 });
  // In brackets, some parsers want a blank between a colon and a comma.
  const isSpaced = form === 'flow' && kind === 'entry' && value.form === 'empty' && building.text.charAt(head) === ' ';
  const end = Math.max(isSpaced ? head + 1 : head, value.end);
  return { entry: { key: keyText(building.text, pair.key), at: keyRange[0], value }, part: { start, end } };
}

/** Keys may be maps, and aliases; what is inside them is checked like anything else. */
function visitKey(building: Building, key: unknown, { bond, depth }: Place): YamlNode | undefined {
  if (isScalar(key)) return undefined;
  const slot: Slot = { kind: 'item', head: 0, column: 0, isFlow: true };
  return buildNode(building, key, { slot, bond, props: [], depth: depth + 1 });
}

function refuseTwice(building: Building, seen: Map<unknown, number>, { key, at }: { key: unknown; at: number }): void {
  if (!isScalar(key)) return;
  const before = seen.get(key.value);
  if (before !== undefined) {
    const { line } = positionIn(building.text, before);
    building.fail(`this key is a duplicate: it is already on line ${line}`, at);
  }
  seen.set(key.value, at);
}

function buildList(building: Building, node: YAMLSeq, { place, prop }: Within): YamlList {
  const form = formOf(node);
  const tokens = itemsOf(node, form);
  const firstDash = tokens[0]?.start.find(({ type }) => type === 'seq-item-ind');
  const column = columnOf(building.text, firstDash?.offset ?? node.range?.[0] ?? 0);
  const items: YamlNode[] = [];
  const parts: Range[] = [];
  for (const [index, item] of node.items.entries()) {
    const start = tokens[index]?.start ?? [];
    const dash = form === 'block' ? start.find(({ type }) => type === 'seq-item-ind') : undefined;
    const props = start.slice(dash === undefined ? 0 : start.indexOf(dash) + 1);
    const head = dash === undefined ? (rangeOf(item)?.[0] ?? 0) : dash.offset + 1;
    const isFlow = form !== 'block';
    const slot: Slot = { kind: 'item', head, column: isFlow ? place.slot.column : column, isFlow };
    const inside = { bond: place.bond, slot, props: isPairMap(item) ? [] : props, depth: place.depth + 1 };
    const value = buildNode(building, item, inside);
    items.push(value);
    parts.push({ start: dash?.offset ?? value.start, end: Math.max(head, value.end) });
  }
  refuseStrays(building, parts, { form, column });
  const range = rangeOfContainer(building, node, { parts, prop });
  return { kind: 'list', ...range, items, form, slot: place.slot, bond: place.bond, column, parts };
}

/** The library takes a key without a name anywhere. */
function refuseStrays(
  building: Building,
  parts: readonly Range[],
  { form, column }: { form: YamlForm; column: number },
): void {
  if (form !== 'block') return;
  const { text } = building;
  const isAligned = (offset: number): boolean =>
    columnOf(text, offset) === column && isBlankText(text.slice(offset - column, offset));
  const stray = parts.find(({ start }, index) => index > 0 && !isAligned(start));
  if (stray !== undefined) building.fail('this is not indented like the lines that it belongs to', stray.start);
}

function rangeOfContainer(
  building: Building,
  node: YAMLMap | YAMLSeq,
  { parts, prop }: { parts: readonly Range[]; prop: CST.SourceToken | undefined },
): Range {
  const [start = 0, end = 0] = rangeOf(node) ?? [];
  const first = parts[0];
  const last = parts.at(-1);
  if (formOf(node) === 'flow' || first === undefined || last === undefined)
    return { start: prop?.offset ?? start, end };
  if (prop !== undefined) return { start: prop.offset, end: last.end };
  if (formOf(node) === 'pair') return { start: first.start, end: last.end };
  const lineStart = lineStartOf(building.text, first.start);
  const isOwnLine = isBlankText(building.text.slice(lineStart, first.start));
  return { start: isOwnLine ? lineStart : first.start, end: last.end };
}

function buildAlias(building: Building, node: Alias, { slot, bond }: Place): YamlScalar {
  const [start, end] = rangeOf(node) ?? [slot.head, slot.head];
  const isKnown = building.anchors?.has(node.source) ?? true;
  if (!isKnown) building.fail('this alias names an anchor that is not defined above it', start);
  return { kind: 'scalar', start, end, value: building.text.slice(start, end), form: 'other', slot, bond };
}

const FORMS: Readonly<Record<string, YamlForm>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'literal',
};

function buildScalar(
  { text }: Building,
  node: Scalar,
  { place: { slot, bond, props }, start }: { place: Place; start: number },
): YamlScalar {
  const [from, end] = rangeOf(node) ?? [start, start];
  // Where nothing is written, the library makes something up.
  const isEmpty = node.srcToken === undefined || (node.srcToken.type === 'scalar' && node.srcToken.source === '');
  if (isEmpty && start === from) {
    return { kind: 'scalar', start: slot.head, end: slot.head, value: null, form: 'empty', slot, bond };
  }
  const form = FORMS[node.type ?? ''] ?? 'other';
  const value = valueOf(node.value, text.slice(from, end));
  return {
    kind: 'scalar',
    start,
    end: endOfScalar(node, end, props),
    value,
    form: isEmpty ? 'other' : form,
    slot,
    bond,
  };
}

function endOfScalar({ srcToken }: Scalar, end: number, props: readonly CST.SourceToken[]): number {
  if (srcToken?.type === 'block-scalar') return literalEnd(srcToken);
  const last = props.findLast(({ type }) => type === 'anchor' || type === 'tag');
  const isWritten = srcToken?.type !== undefined && !('source' in srcToken && srcToken.source === '');
  return last === undefined || isWritten ? end : last.offset + last.source.length;
}

function valueOf(value: unknown, source: string): ScalarNode['value'] {
  if (typeof value === 'bigint') return BigInt(Number(value)) === value ? Number(value) : value;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  // Dates and bytes of YAML 1.1 are text.
  return typeof value === 'number' ? value : source;
}
