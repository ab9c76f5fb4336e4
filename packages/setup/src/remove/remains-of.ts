import { equalsJson, type Node } from '@modelrack/config-edit';
import type { Change } from '@modelrack/tool-kit';
import { blockAround } from '../ledger/our-block.ts';
import { isNamedByConnection } from '../machine/resolve-place.ts';
import { nodeAt, pathText, type OpenFile } from '../open-file/draft.ts';
import { standingOf } from '../ownership/entries-of.ts';
import { isPointing } from '../ownership/value-marks.ts';

/** What looks like ours in a file in which nothing is known to be: it bears our name, or leads to the gateway. */
export function remainsOf(file: OpenFile, changes: readonly Change[]): string | undefined {
  if (file.state.bytes === undefined) return undefined;
  if (isNamedByConnection(file.spec) || file.spec.onlyNew === true) return `${file.state.path} stays`;
  const found = new Set<string>();
  for (const change of changes) {
    if (!('path' in change) || change.file !== file.spec.id) continue;
    const [block] = blockAround(change.path, file.connection);
    if (block !== undefined) {
      if (nodeAt(file, block) !== undefined) found.add(pathText(block));
    } else if (leadsToUs(file, change)) found.add(pathText(change.path) || 'a list of models');
  }
  for (const path of naming(file.document.root, file.connection)) if (!isBelow(path, found)) found.add(path);
  return found.size === 0 ? undefined : `${[...found].join(', ')} in ${file.state.path} stays`;
}

/** Where the connection's name stands as a value, alone or before a model: a default, a list of what is switched on. */
function naming(node: Node | undefined, name: string, path = ''): readonly string[] {
  if (node?.kind === 'map')
    return node.entries.flatMap(({ key, value }) => naming(value, name, path === '' ? key : `${path}.${key}`));
  if (node?.kind === 'list') return node.items.flatMap((item) => naming(item, name, path));
  const isNaming = typeof node?.value === 'string' && node.value.split(/[/,:]/)[0] === name;
  return isNaming ? [path] : [];
}

function isBelow(path: string, others: ReadonlySet<string>): boolean {
  return [...others].some((other) => `${path}.`.startsWith(`${other}.`));
}

function leadsToUs(file: OpenFile, change: Change): boolean {
  if (change.kind === 'set') {
    const node = nodeAt(file, change.path);
    return isPointing(change) && node !== undefined && equalsJson(node, change.value);
  }
  if (change.kind !== 'own' || change.shape.match === undefined) return false;
  return [...standingOf({ file, claims: {} }, change).entries.values()].some(({ node }) => node !== undefined);
}
