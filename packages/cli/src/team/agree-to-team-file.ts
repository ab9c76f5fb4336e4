import { loadTeamFiles, saveTeamFile, type Connection } from '@modelrack/setup';
import { RackError } from '@modelrack/errors';
import { oneLine } from '@modelrack/text';
import { originOf } from '../connections/gateway-url.ts';
import { usualKeyVariable } from '../connections/key-source.ts';
import { shortPaths } from '../text/short-path.ts';
import { isPreview } from '../runs/run.ts';
import type { Context, RunOptions } from '../world/context.ts';
import type { FoundTeamFile } from './team-file.ts';

interface Asked {
  readonly file: FoundTeamFile;
  /** The one to its origin; undefined: the user has none. */
  readonly saved: Connection | undefined;
  readonly options: RunOptions;
}

/**
 * A stranger may have written it, so it is asked for before anything is sent anywhere: once for a path and its bytes,
 * as long as there is a connection to the origin that they name. False: the user said no.
 * @throws RackError `missing-answer` where nobody can be asked, and the flags do not say enough
 */
export async function agreeToTeamFile(context: Context, asked: Asked): Promise<boolean> {
  const { file, saved, options } = asked;
  const machine = await context.machine();
  const { path, hash } = file;
  const origin = originOf(file.gateway);
  const known = (await loadTeamFiles(machine)).find((one) => one.path === path);
  if (known?.hash === hash && known.origin === origin && saved !== undefined) return true;
  for (const line of linesOf(file, known !== undefined && known.hash !== hash))
    context.printer.note(oneLine(shortPaths(line, machine.home)));
  if (context.canAsk()) {
    const { confirm } = await import('../terminal/questions.ts');
    if (!(await confirm(context, questionOf(context, asked), false))) return false;
  } else {
    assertAgreed(asked, known !== undefined);
  }
  if (!isPreview(options)) await saveTeamFile(machine, { path, hash, origin });
  return true;
}

/** A yes to a file is none to the key that lies at hand: for a gateway that is new here, it is named as well. */
function assertAgreed({ file, saved, options }: Asked, isKnown: boolean): void {
  const { path, gateway } = file;
  const origin = originOf(gateway);
  if (options.yes !== true) {
    const what = isKnown ? 'has changed since you agreed to it' : 'asks for a set-up';
    throw new RackError('missing-answer', `this file ${what}, and your key would go to ${origin}`, {
      path,
      hint: 'look at it, then agree with --yes; or set up without it: --no-team',
    });
  }
  if (saved !== undefined || isKeyNamed(options)) return;
  throw new RackError('missing-answer', `this file names a gateway that is new here: which key may go to ${origin}?`, {
    path,
    hint: 'name it: --yes --api-key-env NAME, or --yes --no-key; or set up without the file: --no-team',
  });
}

function isKeyNamed({ apiKeyEnv, apiKeyStdin, key }: RunOptions): boolean {
  return apiKeyEnv !== undefined || apiKeyStdin === true || key === false;
}

function questionOf({ world }: Context, { file, saved, options }: Asked): string {
  const what = `Set up ${toolsText(file)} with ${originOf(file.gateway)}`;
  if (options.key === false) return `${what}, without a key?`;
  if (isKeyNamed(options)) return `${what}, and send it the key that you named?`;
  if (saved !== undefined) return `${what}, and send it the key of ${saved.name}?`;
  if (world.variables[usualKeyVariable]) return `${what}, and send it the key in $${usualKeyVariable}?`;
  return `${what}? Its key is asked for next.`;
}

function toolsText({ tools }: FoundTeamFile): string {
  return tools === undefined ? 'the tools found here' : tools.join(', ');
}

function linesOf(file: FoundTeamFile, isChanged: boolean): readonly string[] {
  const { path, gateway, models, exclude, default: chosen } = file;
  const without = exclude === undefined ? '' : `, without ${exclude.join(', ')}`;
  return [
    `${path} ${isChanged ? 'has changed. It' : 'is a team file. It'} asks for:`,
    `  gateway  ${gateway}`,
    `  tools    ${toolsText(file)}`,
    `  models   ${models?.join(', ') ?? 'all chat models'}${without}`,
    ...(chosen === undefined ? [] : [`  default  ${chosen}`]),
  ];
}
