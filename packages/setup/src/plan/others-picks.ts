import type { Ledger } from '@modelrack/config-edit';
import type { PlanInput, ToolDefinition } from '@modelrack/tool-kit';
import { onceModelsOf, type Claims } from '../ledger/claims.ts';
import { readClaims } from '../ledger/read-claims.ts';
import type { OpenFile } from '../open-file/draft.ts';
import { choicesOf } from './choices-of.ts';
import { namesApart } from './names-apart.ts';
import { withPicks } from './plan-choices.ts';

interface Asked {
  readonly ledger: Ledger;
  readonly tool: ToolDefinition;
  readonly input: PlanInput;
}

/** Where a model of another connection was picked, that connection is to take it back, whatever covers it from now on. */
export function withOthersPicks(files: readonly OpenFile[], { ledger, tool, input }: Asked): readonly OpenFile[] {
  // A bare name that is picked where the tool leads to this one is a model of this one's, whoever else lists it.
  if (tool.exclusive && tool.diverts?.(input).length === 0) return files;
  const names = new Set(
    files.flatMap(({ owners, connection }) => Object.keys(owners).filter((one) => one !== connection)),
  );
  return [...names].reduce((all, name) => withPicksOf(all, name, { ledger, tool, input }), files);
}

function withPicksOf(files: readonly OpenFile[], name: string, { ledger, tool, input }: Asked): readonly OpenFile[] {
  const views = files.map((file) => ({ ...file, connection: name, claims: file.owners[name] }));
  const held = views.flatMap((view) => (view.claims === undefined ? [] : [[view, view.claims] as const]));
  const gateway = { ...input.gateway, id: name, label: name };
  // Its list may be in a file of its own.
  const records = ledger.list().filter((record) => record.tool === tool.id);
  const ids = new Set(records.flatMap(({ owners }) => [...onceModelsOf(readClaims(owners[name], undefined))]));
  const changes = tool.plan({ ...input, gateway });
  // Told apart by the name of that one.
  const models = namesApart(views, { connection: name, command: 'remove' }, { changes, models: input.models });
  const choices = choicesOf(tool, { ...input, gateway, models: models ?? input.models }, ids);
  const slots = changes.filter((change) => change.kind === 'slot');
  const liveIds = [...ids, ...input.models.map(({ id }) => id)];
  const picked = withPicks(new Map(held), choices, { liveIds, slots });
  return files.map((file, index) => {
    const view = views[index];
    const claims = view === undefined ? undefined : picked.get(view);
    if (claims === undefined || claims === view?.claims) return file;
    // It stays where it is until that connection leaves.
    const marked = Object.entries(claims).map(([key, claim]) =>
      claim === view?.claims?.[key] ? [key, claim] : [key, { ...claim, moved: 'back' as const }],
    );
    return { ...file, owners: { ...file.owners, [name]: Object.fromEntries(marked) as Claims } };
  });
}
