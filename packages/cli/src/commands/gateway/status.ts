import { isRackError } from '@modelrack/errors';
import { loadConfig } from '@modelrack/gateway';
import { request } from '@modelrack/http';
import { isRecord } from '@modelrack/json';
import { localName, ownKeyIfThere } from '../../connections/local-gateway.ts';
import { allConnections } from '../../connections/saved-connections.ts';
import { ownFiles } from '../../connections/own-files.ts';
import { table } from '../../text/table.ts';
import type { CommonOptions, Context } from '../../world/context.ts';

/** The answer of the running gateway; undefined: none runs at the configured address. */
async function askRunning(context: Context, url: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const key = ownKeyIfThere(await context.machine());
  if (key === undefined) return undefined;
  context.printer.conceal(key);
  try {
    const answer = await request({
      method: 'GET',
      url: `${url}/api/gateway/status`,
      headers: { authorization: `Bearer ${key}` },
      variables: context.world.variables,
      timeouts: { connect: 1000, total: 10_000 },
      retries: 0,
    });
    const body: unknown = answer.status === 200 ? JSON.parse(answer.text()) : undefined;
    return isRecord(body) ? body : undefined;
  } catch (error) {
    if (isRackError(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** At the configured port, or where it was started last. */
async function findRunning(context: Context, port: number) {
  const last = (await allConnections(context)).find(({ name }) => name === localName)?.apiRoot;
  const usual = `http://127.0.0.1:${port}`;
  const urls = new Set([usual, ...(last?.startsWith('http://127.0.0.1:') === true ? [last.replace(/\/v1$/, '')] : [])]);
  for (const url of urls) {
    const state = await askRunning(context, url);
    if (state !== undefined) return { state, url };
  }
  return { state: undefined, url: usual };
}

function rowsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function words(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** Whether it runs, its connections, who is in cooldown, and what failed last. */
export async function gatewayStatus(context: Context, _options: CommonOptions): Promise<number> {
  const files = ownFiles(await context.machine());
  const config = loadConfig(files.config);
  const { state, url } = await findRunning(context, config.listen.port);
  const { printer } = context;
  const configured = [...config.connections.values()].map(({ baseUrl, name, preset }) => ({
    name,
    preset: preset.name,
    baseUrl,
  }));
  const report = state ?? { connections: configured, cooldowns: [], errors: [], aliases: [] };
  printer.document({
    schema: 1,
    command: context.command,
    running: state !== undefined,
    baseUrl: `${url}/v1`,
    config: files.config,
    ...report,
  });
  printer.result(state === undefined ? `Not running at ${url}.\n` : `Running at ${url}/v1.\n`);
  // Only a gateway that runs asks its connections.
  const fine = state === undefined ? '' : 'ok';
  const connections = rowsOf(report.connections).map((row) => {
    const key = row['isKeyMissing'] === true ? 'no key' : '';
    return [words(row['name']), words(row['baseUrl']), words(row['models']), words(row['failure']) || key || fine];
  });
  if (connections.length > 0)
    printer.result(`\n${table(['CONNECTION', 'URL', 'MODELS', 'STATE'], connections, printer.columns)}`);
  const cooldowns = rowsOf(report.cooldowns).map((row) => [
    words(row['target']),
    words(row['kind']),
    words(row['until']),
  ]);
  if (cooldowns.length > 0) printer.result(`\n${table(['COOLDOWN', 'WHY', 'UNTIL'], cooldowns, printer.columns)}`);
  const errors = rowsOf(report.errors).map((row) => [
    words(row['at']),
    words(row['model']),
    words(row['kind']),
    words(row['status']),
    words(row['message']),
  ]);
  if (errors.length > 0)
    printer.result(`\n${table(['LAST ERRORS', 'MODEL', 'WHY', 'STATUS', 'MESSAGE'], errors, printer.columns)}`);
  if (state === undefined) printer.note('Start it: modelrack gateway start');
  return 0;
}
