import { findTool } from '@modelrack/setup';
import { RackError } from '@modelrack/errors';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { agreeToRedirect } from '../connections/agree-to-redirect.ts';
import { targetToSetUp } from '../connections/target.ts';
import type { Wish } from '../guide/guide.ts';
import { readList } from '../lists/read-list.ts';
import { checkDefault } from '../runs/check-default.ts';
import { checkGlobs } from '../runs/check-globs.ts';
import { isPreview } from '../runs/run.ts';
import { setUpTools } from '../runs/set-up.ts';
import { isTeamWanted } from '../team/is-team-wanted.ts';
import type { ToolSet } from '../tools/tool-set.ts';
import { toolsOf } from '../tools/tools.ts';
import { findUnwritable, unwritableHere } from '../tools/unwritable-tools.ts';
import type { Context, RunOptions } from '../world/context.ts';

/** As the flags say; without any, as the file for a team says in whose project the current folder is. */
export async function setup(context: Context, names: readonly string[], options: RunOptions): Promise<number> {
  if (!isTeamWanted(context, names, options)) return setUp(context, names, options);
  const { teamWish } = await import('../team/team-wish.ts');
  const wish = await teamWish(context, options);
  return wish === 'nothing' ? 0 : setUp(context, wish.names, wish.options);
}

/** Nothing is written before the list was read: that is also how URL and key are checked. */
async function setUp(context: Context, names: readonly string[], options: RunOptions): Promise<number> {
  if (options.configFile !== undefined && names.length + (options.toolPackage === undefined ? 0 : 1) !== 1) {
    throw new RackError('usage', '--config-file belongs to one tool', {
      hint: 'name it: modelrack setup TOOL --config-file PATH',
    });
  }
  const unwritable = names.flatMap((name) => findUnwritable(name) ?? []);
  const writable = names.filter((name) => findUnwritable(name) === undefined);
  const packaged = await packagesOf(context, options);
  const known = await toolsOf(context);
  const wish: Wish = { known, named: await known.load([...writable, ...packaged]), unwritable, options };
  if (!context.canAsk()) return setUpAtOnce(context, wish);
  const { guide } = await import('../guide/guide.ts');
  return guide(context, wish);
}

/** Names of the tools whose packages were given on the command line and agreed to. */
async function packagesOf(context: Context, options: RunOptions): Promise<readonly string[]> {
  if (options.toolPackage === undefined) return [];
  const { agreeToPackage } = await import('../runs/agree-to-package.ts');
  return [await agreeToPackage(context, options.toolPackage, options)];
}

/** With nobody to ask: by flags, and by what was chosen before. */
async function setUpAtOnce(context: Context, { known, named, unwritable, options }: Wish): Promise<number> {
  const isNamed = named.length + unwritable.length > 0;
  const asked = await targetToSetUp(context, options);
  const list = await readList(context, asked, { ...options, isUnkept: isPreview(options) });
  const { catalog, target } = list;
  await agreeToRedirect(context, target, catalog.apiRoot);
  checkDefault(catalog, options, ['--default', options.default]);
  checkGlobs(context, catalog, options);
  const connection = { ...target.connection, apiRoot: catalog.apiRoot };
  const tools = isNamed ? named : await toolsHere(context, known);
  const defaultOf = () => options.default;
  const wish = { target, connection, list, tools, unwritable, isNamed, options, defaultOf };
  return (await setUpTools(context, wish)) ?? 0;
}

/** Those found on this machine. */
async function toolsHere(context: Context, known: ToolSet): Promise<readonly ToolDefinition[]> {
  const machine = await context.machine();
  const all = (await known.load(known.ids)).filter(({ onlyNamed }) => onlyNamed !== true);
  const here = all.filter((tool) => findTool(machine, tool).isFound);
  for (const { name, reason } of unwritableHere(machine)) {
    context.printer.note(`${name} is also on this machine, but has to be set up by hand: ${reason}`);
  }
  if (here.length === 0) {
    context.printer.note(
      'No supported tool was found on this machine. To set one up anyway, name it: modelrack setup opencode',
    );
  }
  return here;
}
