import type { Parsed } from '../document/parsed.ts';
import { commentsIn } from '../document/tokens.ts';
import type { ListNode, MapNode, Node, Splice } from '../types.ts';
import type { Grammar } from './grammar.ts';
import { addPick, indexOf, valueAt } from './picks.ts';
import type { Child, Target } from './targets.ts';

export interface PrunePlan {
  readonly picks: Map<MapNode | ListNode, Set<number>>;
  /** Containers that get their old spelling back. */
  readonly restored: Splice[];
  /** All that is gone afterwards: the picks, and what restored containers held. */
  readonly gone: Map<MapNode | ListNode, Set<number>>;
  /** The whole document goes. */
  readonly isCleared: boolean;
}

interface Pruning {
  readonly grammar: Grammar;
  readonly parsed: Parsed;
  readonly plan: PrunePlan;
}

export function planPrunes(grammar: Grammar, parsed: Parsed, target: Target): PrunePlan {
  const { root } = parsed.document;
  const plan: PrunePlan = { picks: new Map(), restored: [], gone: new Map(), isCleared: false };
  const pruning: Pruning = { grammar, parsed, plan };
  if (target.prune !== undefined && isHollowInside(pruning, root, target)) {
    const { restore } = target.prune;
    if (restore === undefined && root !== undefined && grammar.isBare(parsed, root))
      return { ...plan, isCleared: true };
    if (restore !== undefined && isRootRestored(pruning, restore)) return plan;
  }
  if (root !== undefined) visit(pruning, root, target);
  return plan;
}

function visit(pruning: Pruning, node: Node, target: Target): void {
  const { parsed, plan } = pruning;
  for (const child of target.children.values()) {
    const index = indexOf(parsed.document, node, child.step);
    const value = index === undefined || node.kind === 'scalar' ? undefined : valueAt(node, index);
    if (index === undefined || node.kind === 'scalar' || value === undefined) continue;
    if (isHollow(pruning, value, child.target)) {
      addPick(plan.picks, node, index);
      addPick(plan.gone, node, index);
    } else if (!isRestored(pruning, value, child)) visit(pruning, value, child.target);
  }
}

/** To be pruned, without a spelling to go back to, and nothing left in it but such containers. */
function isHollow(pruning: Pruning, node: Node, target: Target): boolean {
  if (target.prune === undefined || target.prune.restore !== undefined) return false;
  return isHollowInside(pruning, node, target) && pruning.grammar.isBare(pruning.parsed, node);
}

function isHollowInside(pruning: Pruning, node: Node | undefined, target: Target): boolean {
  if (node === undefined) return true;
  if (node.kind === 'scalar') return pruning.grammar.isVacant?.(node) ?? false;
  const count = node.kind === 'map' ? node.entries.length : node.items.length;
  let hollow = identityOf(node, target);
  for (const child of target.children.values()) {
    if (hollow === count) break;
    const index = indexOf(pruning.parsed.document, node, child.step);
    const value = index === undefined ? undefined : valueAt(node, index);
    if (value !== undefined && isHollow(pruning, value, child.target)) hollow += 1;
  }
  return hollow === count;
}

/** The fields by which an item is found are nothing by themselves. */
function identityOf(node: MapNode | ListNode, { fields }: Target): number {
  if (fields === undefined || node.kind !== 'map') return 0;
  return node.entries.filter(({ key, value }) => value.kind === 'scalar' && value.value === fields[key]).length;
}

/** Puts the old spelling back where nothing is left and the comments are those of that spelling. */
function isRestored(pruning: Pruning, node: Node, { target }: Child): boolean {
  const old = target.prune?.restore ?? target.prune?.empty;
  if (old === undefined || !isHollowInside(pruning, node, target)) return false;
  if (!pruning.grammar.isBracketed(node)) {
    const splices = pruning.grammar.restore?.(pruning.parsed, node, old) ?? [];
    pruning.plan.restored.push(...splices);
    emptied(pruning, node);
    return splices.length > 0;
  }
  const { document, tokens } = pruning.parsed;
  if (!isSameList(commentsIn(document.text, tokens, node), pruning.grammar.commentsOf(old))) return false;
  replace(pruning, node, old);
  emptied(pruning, node);
  return true;
}

function isRootRestored(pruning: Pruning, old: string): boolean {
  const { document, tokens } = pruning.parsed;
  const isValue = pruning.grammar.isValue(old);
  const range = isValue ? document.root : { start: 0, end: document.text.length };
  if (range === undefined || !isSameList(commentsIn(document.text, tokens, range), pruning.grammar.commentsOf(old)))
    return false;
  replace(pruning, range, old);
  if (document.root !== undefined) emptied(pruning, document.root);
  return true;
}

function replace({ parsed, plan }: Pruning, range: { start: number; end: number }, text: string): void {
  if (parsed.document.text.slice(range.start, range.end) === text) return;
  plan.restored.push({ start: range.start, end: range.end, text });
}

function emptied({ plan }: Pruning, node: Node): void {
  if (node.kind === 'scalar') return;
  const count = node.kind === 'map' ? node.entries.length : node.items.length;
  for (let index = 0; index < count; index += 1) addPick(plan.gone, node, index);
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
