import { resolve } from 'node:path';
import type { Json } from '@modelrack/config-edit';
import { RackError } from '@modelrack/errors';
import { loadToolPackages, saveToolPackage } from '@modelrack/setup';
import type { Context, RunOptions } from '../world/context.ts';
import { readPackage } from '../tools/package-files.ts';
import { loadToolPackage } from '../tools/packaged-tool.ts';
import { isPreview } from './run.ts';
import { toolSet, type ToolSet } from '../tools/tool-set.ts';
import { tools as ownTools } from '../tools/tools.generated.ts';

/**
 * A third party's tool package runs as the user, so it is asked for once, and again when its files have changed.
 * @throws RackError `missing-answer` where nobody can be asked and `--yes` was not given
 */
export async function agreeToPackage(context: Context, named: string, options: RunOptions): Promise<string> {
  const machine = await context.machine();
  const path = resolve(machine.cwd, named);
  const read = readPackage(path);
  const { hash } = read;
  const known = (await loadToolPackages(machine)).find((one) => one.path === path);
  if (known?.hash === hash) return known.id;
  // It is remembered in a file, and a preview writes none.
  if (isPreview(options)) {
    const hint = 'agree to it once without --dry-run and --check';
    throw new RackError('usage', 'you have not agreed to this tool package yet', { hint, path });
  }
  await ask(context, path, { isChanged: known !== undefined, isAgreed: options.yes === true });
  const tool = loadToolPackage(read);
  const { id, aliases } = tool;
  const taken = toolSet(ownTools);
  const clash = [id, ...aliases].find((name) => isTaken(taken, name));
  if (clash !== undefined) {
    throw new RackError('usage', `the package calls its tool "${clash}", which is the name of another one`, { path });
  }
  const data = JSON.parse(JSON.stringify(tool)) as Json;
  await saveToolPackage(machine, { id, aliases, path, hash, data });
  return id;
}

async function ask(context: Context, path: string, how: { isChanged: boolean; isAgreed: boolean }): Promise<void> {
  if (how.isAgreed) return;
  const what = how.isChanged ? 'This tool package has changed' : 'This tool package is code of a third party';
  if (!context.canAsk()) {
    throw new RackError('missing-answer', `${what} and would run as you`, {
      path,
      hint: 'look at it, then agree with --yes',
    });
  }
  const { confirm } = await import('../terminal/questions.ts');
  context.world.err.write(`${what}: ${path}\n`);
  if (await confirm(context, 'Run it?', false)) return;
  throw new RackError('interrupted', 'Nothing was run and nothing was written');
}

function isTaken(tools: ToolSet, name: string): boolean {
  return tools.entries.some(({ id, aliases }) => id === name || aliases.includes(name));
}
