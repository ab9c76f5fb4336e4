import { keyOfNone, type Connection, type KeySource } from '@modelrack/setup';
import { RackError } from '@modelrack/errors';
import { checkDefault } from '../runs/check-default.ts';
import { targetToSetUp } from '../connections/target.ts';
import type { Context, RunOptions } from '../world/context.ts';
import { keepConnection } from '../connections/keep-connection.ts';
import { readList } from '../lists/read-list.ts';
import { checkVariable, exportLine, shellOf, type ShellValue } from '../text/shell-exports.ts';
import { isPreview } from '../runs/run.ts';
import { byHand } from '../tools/unwritable-tools.ts';

/**
 * For programs that take the gateway from variables: the lines that set them, to be run or to be put into a
 * profile. The key never stands in them.
 */
export async function setupEnv(context: Context, options: RunOptions): Promise<number> {
  if (options.project === true || options.configFile !== undefined) {
    throw new RackError('usage', '`setup env` writes no file', { hint: 'leave --project and --config-file out' });
  }
  const asked = await targetToSetUp(context, options);
  try {
    const { catalog, target } = await readList(context, asked, { ...options, isUnkept: isPreview(options) });
    checkDefault(catalog, options, ['--default', options.default]);
    const connection = { ...target.connection, apiRoot: catalog.apiRoot };
    const machine = await context.machine();
    if (!isPreview(options)) await keepConnection(context, target, connection);
    const values = valuesFor(connection, options.default);
    const shell = shellOf(machine.platform, machine.variables);
    const lines = Object.entries(values).map(([name, value]) => exportLine(shell, name, value));
    context.printer.document({
      schema: 1,
      command: 'setup',
      gateway: { name: connection.name, apiRoot: connection.apiRoot },
      shell,
      variables: Object.entries(values).map(([name, value]) => ({
        name,
        value: 'text' in value ? value.text : null,
        fromVariable: 'variable' in value ? value.variable : null,
        fromCommand: 'command' in value ? value.command.join(' ') : null,
      })),
      lines,
    });
    context.printer.result(`${lines.join('\n')}\n`);
    context.printer.note(`Or ${byHand(connection)}`);
    return 0;
  } finally {
    await asked.gateway?.close();
  }
}

function secretOf(key: KeySource, name: string): ShellValue {
  if ('none' in key) return { text: keyOfNone };
  return 'env' in key ? { variable: checkVariable(key.env) } : { command: ['modelrack', 'key', name] };
}

/** What the libraries of OpenAI and most programs on top of them read; the second name is the older one. */
function valuesFor({ apiRoot, key, name }: Connection, model: string | undefined): Record<string, ShellValue> {
  const secret = secretOf(key, name);
  return {
    OPENAI_BASE_URL: { text: apiRoot },
    OPENAI_API_BASE: { text: apiRoot },
    OPENAI_API_KEY: secret,
    ...(model === undefined ? {} : { OPENAI_MODEL: { text: model } }),
  };
}
