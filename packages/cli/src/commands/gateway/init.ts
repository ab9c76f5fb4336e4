import { presets } from '@modelrack/gateway';
import { request } from '@modelrack/http';
import { existsSync } from 'node:fs';
import { editOwnConfig, ownFiles } from '../../connections/own-files.ts';
import { shortPath } from '../../text/short-path.ts';
import type { CommonOptions, Context } from '../../world/context.ts';

interface Found {
  readonly preset: string;
  readonly why: string;
  readonly value: Readonly<Record<string, string>>;
}

/** Accounts by their usual variables. */
function findAccounts({ world }: Context): readonly Found[] {
  return [...presets.values()].flatMap(({ keyVariable, name }) => {
    if (keyVariable === undefined || !world.variables[keyVariable]) return [];
    return [{ preset: name, why: `$${keyVariable} is set`, value: { preset: name, key: `{env:${keyVariable}}` } }];
  });
}

/** Servers on this machine, by their usual ports. */
async function findServers({ world }: Context): Promise<readonly Found[]> {
  const local = [...presets.values()].filter(({ baseUrl }) => baseUrl?.startsWith('http://127.0.0.1:'));
  const seen = new Set<string>();
  const asked = local.map(async ({ baseUrl = '', name }): Promise<readonly Found[]> => {
    if (seen.has(baseUrl)) return [];
    seen.add(baseUrl);
    try {
      const timeouts = { connect: 500, total: 1500 };
      const answer = await request({
        method: 'GET',
        url: `${baseUrl}/models`,
        variables: world.variables,
        timeouts,
        retries: 0,
      });
      return answer.status === 200 ? [{ preset: name, why: `${baseUrl} answers`, value: { preset: name } }] : [];
    } catch {
      return [];
    }
  });
  return (await Promise.all(asked)).flat();
}

/** Writes `gateway.jsonc` with what is found on this machine. */
export async function initGateway(context: Context, _options: CommonOptions): Promise<number> {
  const machine = await context.machine();
  const { config } = ownFiles(machine);
  const { printer } = context;
  if (existsSync(config)) {
    printer.document({ schema: 1, command: context.command, path: config, created: false, connections: [] });
    printer.report(`${shortPath(config, machine.home)} already exists.\n`);
    return 0;
  }
  const found = [...findAccounts(context), ...(await findServers(context))];
  const chosen = await choose(context, found);
  await editOwnConfig(machine, [
    { op: 'set', path: ['connections'], value: {} },
    ...chosen.map(({ preset, value }) => ({ op: 'set', path: ['connections', preset], value }) as const),
  ]);
  const connections = chosen.map(({ preset, why }) => ({ name: preset, why }));
  printer.document({ schema: 1, command: context.command, path: config, created: true, connections });
  printer.report(`Wrote ${shortPath(config, machine.home)}.\n`);
  for (const { preset, why } of chosen) printer.report(`  ${preset}  ${why}\n`);
  if (chosen.length === 0) printer.note('No provider was found. Add one: modelrack gateway connect openai');
  else printer.note('Start it: modelrack gateway start');
  return 0;
}

async function choose(context: Context, found: readonly Found[]): Promise<readonly Found[]> {
  if (found.length === 0 || !context.canAsk()) return found;
  const { checkbox } = await import('../../terminal/questions.ts');
  return checkbox(
    context,
    'Which of these should the gateway use?',
    found.map((one) => ({ name: `${one.preset}  ${one.why}`, value: one, checked: true })),
  );
}
