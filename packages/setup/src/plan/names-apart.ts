import { findNode, type Node } from '@modelrack/config-edit';
import type { Change, OwnChange, ToolModel } from '@modelrack/tool-kit';
import { entryClaims, pathOf } from '../ledger/claims.ts';
import { nameApart } from '../ledger/our-block.ts';
import { nodeAt, type OpenFile, type PlanContext } from '../open-file/draft.ts';
import { standingOf } from '../ownership/entries-of.ts';

/**
 * Models whose label is the name of an item of somebody else's, where the tool tells items apart by it, with
 * the connection's name behind it; so is one that we wrote once, as a choice of it stands under that name.
 * undefined: there are none.
 */
export function namesApart(
  files: readonly OpenFile[],
  { connection, command }: Pick<PlanContext, 'connection' | 'command'>,
  planned: { changes: readonly Change[]; models: readonly ToolModel[] },
): readonly ToolModel[] | undefined {
  const named = planned.changes.flatMap((change) => (change.kind === 'own' ? namesIn(files, change) : []));
  const taken = new Set(named.flatMap(({ id, name }) => (id === undefined ? [name] : [])));
  const own = new Map(named.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name] as const])));
  const apart = ({ label }: ToolModel) => nameApart(label, connection);
  // Of one that stands there no more nobody knows what it was called: as the others, for a choice of it that is left.
  const isOthersApart = command === 'remove' && planned.models.some((model) => own.get(model.id) === apart(model));
  const isApart = (model: ToolModel) =>
    taken.has(model.label) || (own.get(model.id) ?? (isOthersApart ? apart(model) : '')) === apart(model);
  if (!planned.models.some(isApart)) return undefined;
  return planned.models.map((model) => (isApart(model) ? { ...model, label: apart(model) } : model));
}

/** What the items of a list are called; one of ours has the id of its model. */
function namesIn(files: readonly OpenFile[], change: OwnChange): { id: string | undefined; name: string }[] {
  const { distinct } = change.shape;
  const file = files.find(({ spec }) => spec.id === change.file);
  const list = file === undefined || distinct === undefined ? undefined : nodeAt(file, change.path);
  if (file === undefined || distinct === undefined || list?.kind !== 'list') return [];
  const { entries } = standingOf({ file, claims: file.claims ?? {} }, change);
  const ours = new Map([...entries].map(([id, { node }]): [Node | undefined, string] => [node, id]));
  for (const [key, { id }] of entryClaims(file.claims ?? {})) ours.set(nodeAt(file, pathOf(key)), id);
  return list.items.flatMap((item) => {
    const name = findNode(item, [distinct]);
    const isText = name?.kind === 'scalar' && typeof name.value === 'string';
    return isText ? [{ id: ours.get(item), name: String(name.value) }] : [];
  });
}
