import { equalsJson, type Node, type Path } from '@modelrack/config-edit';
import type { Change, SetChange } from '@modelrack/tool-kit';
import { ourDepth } from '../ledger/our-block.ts';
import { pathKey } from '../ledger/owned.ts';
import { nodeAt, type FileDraft } from '../open-file/draft.ts';
import { isNobodys } from '../ownership/value-marks.ts';
import { fieldsOf, goesWith, removedNodes } from './removed-nodes.ts';

/**
 * Without a ledger: what is written only where nothing stands may be the user's. It goes beside something of ours
 * if it names something of ours, or if nothing else would be left in the file, in our block or in our slot.
 */
export function removeChoices(draft: FileDraft, changes: readonly Change[]): void {
  const { file, context } = draft;
  const isMark = file.spec.onlyNew === true && file.record === undefined;
  if (draft.edits.length === 0 && !isMark) return;
  // A slot without the address of ours is none any more.
  const slots = changes.flatMap((change) => (change.kind === 'slot' && isCut(draft, change.path) ? [change.path] : []));
  const isInSlot = (path: Path): boolean => slots.some((slot) => isWithin(path, slot));
  const choices = changes.filter((change): change is SetChange => {
    if (change.kind !== 'set' || !isNobodys(change.rule)) return false;
    const current = nodeAt(file, change.path);
    // In a slot the tool writes them anew in its own time.
    return current !== undefined && (equalsJson(current, change.value) || isInSlot(change.path));
  });
  const blocks = [[], ...slots, ...choices.flatMap(({ path }) => blockOf(path, context.connection))];
  const nodes = choices.map(({ path }) => nodeAt(file, path));
  const isWhole = goesWith(new Set([...removedNodes(draft), ...namingNodes(draft), ...nodes]));
  const whole = blocks.filter((path) => {
    const node = nodeAt(file, path);
    return node !== undefined && isCut(draft, path) && isWhole(node);
  });
  const isOurs = ({ path, value }: SetChange): boolean =>
    isMark ||
    whole.some((block) => isWithin(path, block)) ||
    (typeof value === 'string' && (value === context.connection || context.liveIds.has(value))) ||
    // The tool cannot read a slot that does not say what it is.
    (!isInSlot(path) && slots.some((slot) => slot.at(-1) === value));
  for (const change of choices.filter(isOurs)) draft.edits.push({ op: 'remove', path: change.path });
}

/** The path of what bears our name around this. */
function blockOf(path: Path, connection: string): Path[] {
  const depth = ourDepth(path, connection);
  return depth < 0 ? [] : [path.slice(0, depth + 1)];
}

/** Something of ours goes out of it. */
function isCut({ edits }: FileDraft, path: Path): boolean {
  return edits.some((edit) => edit.op === 'remove' && isWithin(edit.path, path));
}

function isWithin(path: Path, block: Path): boolean {
  return pathKey(path.slice(0, block.length)) === pathKey(block);
}

/** The fields by which the items are found that something is taken out of. */
function namingNodes({ edits, file }: FileDraft): (Node | undefined)[] {
  return edits.flatMap(({ op, path }) => {
    if (op !== 'remove') return [];
    return path.flatMap((step, depth) =>
      fieldsOf(step).map((field) => nodeAt(file, [...path.slice(0, depth + 1), field])),
    );
  });
}
