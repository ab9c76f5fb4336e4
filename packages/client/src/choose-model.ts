import type { Model, ModelKind } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';

/** The first alias or model of a kind, in the order of the list; one on its way out only if there is no other. */
export function chooseModel(models: Iterable<Model>, kind: ModelKind): Model {
  const all = [...models];
  const fitting = all.filter((model) => model.kind === kind);
  const chosen = fitting.find(({ deprecated }) => !deprecated) ?? fitting[0];
  if (chosen !== undefined) return chosen;
  throw new RackError('no-models', `the gateway lists no ${kind} model`, {
    hint: all.length === 0 ? 'its list is empty' : `it lists ${kindsOf(all)}; name one of them if it can do this`,
  });
}

/** `12 chat models (lite, plus, …) and 1 image model (bfl/flux)`. */
function kindsOf(models: readonly Model[]): string {
  const byKind = new Map<ModelKind, string[]>();
  for (const { id, kind } of models) byKind.set(kind, [...(byKind.get(kind) ?? []), id]);
  const parts = [...byKind].map(([kind, ids]) => {
    const shown = ids.slice(0, 3).join(', ');
    return `${ids.length} ${kind} model${ids.length === 1 ? '' : 's'} (${shown}${ids.length > 3 ? ', …' : ''})`;
  });
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}
