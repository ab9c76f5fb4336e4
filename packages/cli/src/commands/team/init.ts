import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RackError } from '@modelrack/errors';
import { isLoopbackHost } from '@modelrack/http';
import type { ToolChoice } from '@modelrack/setup';
import { savedConnection } from '../../connections/saved-connections.ts';
import { foldersToLookIn, teamFileName } from '../../team/find-team-file.ts';
import type { CommonOptions, Context } from '../../world/context.ts';

/** Writes what is set up here as a file for everybody in the project: at the top of its work tree, else right here. */
export async function teamInit(context: Context, options: CommonOptions & { gateway?: string }): Promise<number> {
  const { cwd, home } = await context.machine();
  const connection = await savedConnection(context, options.gateway);
  const path = join(foldersToLookIn(cwd, home).at(-1) ?? cwd, teamFileName);
  if (cwd === home) {
    throw new RackError('usage', 'the home folder is not a project', {
      path,
      hint: 'run it in the folder of a project',
    });
  }
  if (existsSync(path)) {
    const hint = 'edit it, or move it away first';
    throw new RackError('file-not-ours', 'this project already has a team file', { path, hint });
  }
  const { hostname } = new URL(connection.apiRoot);
  const tools = Object.keys(connection.tools).toSorted();
  const file = {
    gateway: connection.apiRoot,
    name: connection.name,
    ...(tools.length === 0 ? {} : { tools }),
    ...choiceOf(Object.values(connection.tools)),
  };
  writeFileSync(path, `${JSON.stringify(file, undefined, 2)}\n`, { flag: 'wx' });
  if (isLoopbackHost(hostname)) {
    context.printer.note(`${connection.apiRoot} is on this machine only: nobody else can reach it.`);
  }
  context.printer.document({ schema: 1, command: 'team init', path, file });
  context.printer.report(`${path}\n`);
  context.printer.note('Commit it; in a clone `modelrack` sets up the same, after a question. The key is not in it.');
  return 0;
}

/** Only what is the same for all tools can be said once. */
function choiceOf(choices: readonly ToolChoice[]): Partial<Pick<ToolChoice, 'models' | 'exclude' | 'default'>> {
  const [first] = choices;
  if (first === undefined) return {};
  const isCommon = (field: 'models' | 'exclude' | 'default') =>
    choices.every((choice) => JSON.stringify(choice[field]) === JSON.stringify(first[field]));
  const { models, exclude, default: chosen } = first;
  return {
    ...(models !== undefined && models.length > 0 && isCommon('models') ? { models } : {}),
    ...(exclude !== undefined && exclude.length > 0 && isCommon('exclude') ? { exclude } : {}),
    ...(chosen !== undefined && isCommon('default') ? { default: chosen } : {}),
  };
}
