import type { Change, PlanInput, ToolDefinition, ToolModel } from '@modelrack/tool-kit';
import { installedVersion } from '../machine/find-tools.ts';
import { foldersOf, pathsOf } from '../machine/folders.ts';
import type { Machine, RequestedTool } from '../machine/types.ts';
import type { FilePlan } from '../open-file/finish-draft.ts';
import { mainOf, type OpenedTool } from '../open-file/open-files.ts';
import { ownersAfter } from '../open-file/owners-after.ts';
import type { CompanionPlan } from '../plan/companion-plan.ts';
import type { PlanScope } from '../plan/plan-scope.ts';
import { textOf } from './companion-texts.ts';
import { isAbout, planCompanionRemoval, planCompanions, theirFiles } from './companions.ts';
import { listedIn, listedModels, type Listed } from './listed-models.ts';

interface Asked {
  readonly requested: RequestedTool;
  readonly opened: OpenedTool;
  readonly input: PlanInput;
  /** What the tool's file is to hold: its models are those of our files. */
  readonly changes: readonly Change[];
}

/** The files of ours that go along with a tool's own; undefined: it gets none. */
export async function companionsOf(scope: PlanScope, asked: Asked): Promise<CompanionPlan | undefined> {
  const listed = new Set(
    asked.changes.flatMap((change) => (change.kind === 'own' ? change.entries : [])).map(({ id }) => id),
  );
  const models = asked.input.models.filter(({ id }) => listed.has(id));
  const wanted = await wantedOf(scope, asked, models);
  return wanted && planCompanions(scope.machine, wanted);
}

/**
 * After a removal or an undo: they are about what the tool's file lists then, for whichever connection that is,
 * and go where it lists nothing of ours any more.
 */
export async function companionsAfter(
  scope: PlanScope,
  asked: Omit<Asked, 'changes'> & { readonly files: readonly FilePlan[] },
): Promise<CompanionPlan | undefined> {
  const { machine, request } = scope;
  const { requested, opened, input, files } = asked;
  const { tool } = requested;
  if (input.companion === undefined) return undefined;
  const listed = await listedAfter(request.connection.name, { tool, opened, files });
  if (listed === undefined) {
    const wanted = await wantedOf(scope, asked, []);
    return wanted && planCompanionRemoval(machine, wanted);
  }
  // Taking out one that does not have the tool changes nothing for the one that has it.
  if (request.command === 'remove' && isAbout(machine, input.companion.folder, listed.connection)) return undefined;
  const { models, isCertain } = listedModels(listed, tool, request.companions?.listOf(listed.connection));
  const version = await installedVersion(machine, tool, scope.isDry);
  const connection = listed.connection;
  const wanted = await wantedOf(scope, { ...asked, input: { ...input, version }, connection }, models);
  return wanted && planCompanions(machine, { ...wanted, isCertain });
}

async function listedAfter(
  connection: string,
  { tool, opened, files }: { tool: ToolDefinition; opened: OpenedTool; files: readonly FilePlan[] },
): Promise<Listed | undefined> {
  const main = mainOf(opened);
  if (main === undefined) return undefined;
  const planned = files.find(({ file }) => file.state.realPath === main.state.realPath);
  const owners = planned === undefined ? (main.record?.owners ?? {}) : ownersAfter(planned, connection);
  const own = Object.entries(owners).filter(([name]) => tool.exclusive || name === connection);
  const { file, bytes } = planned ?? { file: main, bytes: main.state.bytes };
  return listedIn(file, bytes, Object.fromEntries(own));
}

async function wantedOf(
  { machine, request }: PlanScope,
  { requested, opened, input, connection = request.connection.name }: Omit<Asked, 'changes'> & { connection?: string },
  models: readonly ToolModel[],
) {
  const { companion } = input;
  const main = mainOf(opened);
  const { tool } = requested;
  if (tool.companion === undefined || companion === undefined || main === undefined) return undefined;
  const { folder } = companion;
  const { dirname, join } = pathsOf(machine);
  const files = await tool.companion({
    gateway: connection,
    models,
    version: input.version,
    toolFolder: dirname(main.state.path),
    companion,
    script: scriptOf(machine, tool),
    pickedFolder: foldersOf(machine).picked,
    join,
    isTheirs: theirFiles(machine, { folder, connection }),
  });
  return { folder, connection, command: request.command, files };
}

/** What the build has made of the tool's own: it stands beside the command. */
function scriptOf({ self, fs, platform }: Machine, { id }: ToolDefinition): string | undefined {
  if (self === undefined) return undefined;
  return textOf(fs, pathsOf({ platform }).join(self.folder, `${id}-register.js`));
}
