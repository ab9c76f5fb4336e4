import type { Change, PlanInput } from '@modelrack/tool-kit';
import { planCompanionRemoval, planCompanions, theirFiles, type CompanionPlan } from './companions.ts';
import { companionTexts } from './companion-texts.ts';
import { pathsOf } from './folders.ts';
import type { OpenedTool } from './open-files.ts';
import type { PlanScope } from './plan-tool.ts';
import { mainFileOf } from './resolve-place.ts';
import type { RequestedTool } from './types.ts';

interface Asked {
  readonly requested: RequestedTool;
  readonly opened: OpenedTool;
  readonly input: PlanInput;
  /** What the tool's file is to hold: its models are those of our files. */
  readonly changes: readonly Change[];
}

/** The files of ours that go along with a tool's own; undefined: it gets none. */
export async function companionsOf(scope: PlanScope, asked: Asked): Promise<CompanionPlan | undefined> {
  const wanted = await wantedOf(scope, asked);
  return wanted && planCompanions(scope.machine, wanted);
}

export async function companionsToRemove(scope: PlanScope, asked: Asked): Promise<CompanionPlan | undefined> {
  const wanted = await wantedOf(scope, { ...asked, changes: [] });
  return wanted && planCompanionRemoval(scope.machine, wanted);
}

async function wantedOf({ machine, request }: PlanScope, { requested, opened, input, changes }: Asked) {
  const { companion } = input;
  const main = mainFileOf(opened.files.map(({ spec, state }) => ({ id: spec.id, state })));
  if (request.companions === undefined || companion === undefined || main === undefined) return undefined;
  const connection = request.connection.name;
  const { folder } = companion;
  const listed = new Set(
    changes.flatMap((change) => (change.kind === 'own' ? change.entries : [])).map(({ id }) => id),
  );
  const textOf = companionTexts(machine);
  const files = await request.companions.make({
    tool: requested.tool.id,
    connection,
    models: input.models.filter(({ id }) => listed.has(id)),
    version: input.version,
    toolFolder: pathsOf(machine).dirname(main.state.path),
    companion,
    isTheirs: theirFiles(machine, { folder, connection, textOf }),
  });
  return { folder, connection, command: request.command, files, textOf };
}
