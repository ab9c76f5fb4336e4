import { findNode } from '@modelrack/config-edit';
import type { Change, OwnChange, ToolModel } from '@modelrack/tool-kit';
import { nodeAt, type OpenFile, type PlanContext } from '../open-file/draft.ts';
import { standingOf } from '../ownership/entries-of.ts';

/**
 * Models whose label is the name of an item of somebody else's, where the tool tells items apart by it, with
 * the connection's name behind it. undefined: there are none.
 */
export function namesApart(
  files: readonly OpenFile[],
  context: PlanContext,
  planned: { changes: readonly Change[]; models: readonly ToolModel[] },
): readonly ToolModel[] | undefined {
  const taken = new Set(
    planned.changes.flatMap((change) => (change.kind === 'own' ? namesOfOthers(files, change) : [])),
  );
  if (!planned.models.some(({ label }) => taken.has(label))) return undefined;
  return planned.models.map((model) =>
    taken.has(model.label) ? { ...model, label: `${model.label} (${context.connection})` } : model,
  );
}

function namesOfOthers(files: readonly OpenFile[], change: OwnChange): string[] {
  const { distinct } = change.shape;
  const file = files.find(({ spec }) => spec.id === change.file);
  const list = file === undefined || distinct === undefined ? undefined : nodeAt(file, change.path);
  if (file === undefined || distinct === undefined || list?.kind !== 'list') return [];
  const ours = new Set(
    [...standingOf({ file, claims: file.claims ?? {} }, change).entries.values()].map(({ node }) => node),
  );
  return list.items.flatMap((item) => {
    const name = ours.has(item) ? undefined : findNode(item, [distinct]);
    return name?.kind === 'scalar' && typeof name.value === 'string' ? [name.value] : [];
  });
}
