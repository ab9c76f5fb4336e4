import type { Wire } from '@modelrack/catalog';
import { isRackError, type RackError } from '@modelrack/errors';
import type { Connection } from '@modelrack/setup';
import { targetToRead, type Target } from '../connections/target.ts';
import type { ConnectionOptions, Context } from '../world/context.ts';
import { checkTool } from '../doctor/check-tool.ts';
import { fine, trouble, warning, type Check } from '../doctor/check.ts';
import { exitCodeOf } from '../world/exit-code.ts';
import { readList } from '../lists/read-list.ts';
import { sourceOf, type ModelList } from '../lists/model-list.ts';
import { count } from '@modelrack/text';
import { placeOf } from '../text/print-error.ts';
import { table } from '../text/table.ts';
import { toolsOf } from '../tools/tools.ts';

const wires: readonly (readonly [Wire, string])[] = [
  ['chat', '/v1/chat/completions'],
  ['messages', '/v1/messages'],
  ['responses', '/v1/responses'],
];

/** Goes on after a failure: files are looked at even if the gateway is down. */
export async function doctor(context: Context, names: readonly string[], options: ConnectionOptions): Promise<number> {
  const known = await toolsOf(context);
  const ids = names.length > 0 ? names.map((name) => known.idOf(name)) : known.ids;
  const { target, checks } = await checkGateway(context, options);
  const tools = await known.load(ids);
  const machine = await context.machine();
  for (const tool of tools)
    checks.push(...(await checkTool(machine, tool, { connection: target?.connection, isNamed: names.length > 0 })));
  print(context, checks);
  const failed = checks.find(({ status }) => status === 'fail');
  return failed === undefined ? 0 : exitCodeOf(failed.code ?? 'internal');
}

async function checkGateway(
  context: Context,
  options: ConnectionOptions,
): Promise<{ target: Target | undefined; checks: Check[] }> {
  const checks: Check[] = [];
  const target = await attempt(checks, 'connection', () => targetToRead(context, options));
  if (target === undefined) return { target, checks };
  const { connection } = target;
  checks.push(fine('connection', connection.name, connection.apiRoot));
  checks.push(fine('key', connection.name, keyPlace(connection)));
  const list = await attempt(checks, 'list', () =>
    readList(context, target, { ...options, isUnkept: target.saved === undefined }),
  );
  if (list === undefined) return { target, checks };
  checks.push(...(await checkList(list, options.offline === true)));
  return { target, checks };
}

function keyPlace({ key }: Connection): string {
  if ('env' in key) return `in the variable ${key.env}`;
  return 'none' in key ? 'the gateway has none' : 'in its file';
}

async function checkList({ catalog, wire }: ModelList, isOffline: boolean): Promise<readonly Check[]> {
  const text = `${count(catalog.models.size, 'model')}, ${sourceOf(catalog)}`;
  const isWhole = catalog.models.size > 0 && !catalog.partial;
  const checks = [
    isWhole
      ? fine('list', catalog.apiRoot, text)
      : warning('list', catalog.apiRoot, catalog.partial ? `${text}; only a part of the list arrived` : text),
  ];
  if (isOffline) return checks;
  for (const [name, route] of wires) {
    const state = await wire(name);
    const who = state === 'missing' ? toolsThatNeed(name) : '';
    checks.push(
      state === 'present'
        ? fine('wire', route, 'offered')
        : warning('wire', route, `${state === 'missing' ? 'not offered' : 'could not be determined'}${who}`),
    );
  }
  return checks;
}

function toolsThatNeed(wire: Wire): string {
  if (wire === 'responses') return '; Codex CLI needs it';
  return wire === 'messages' ? '; Claude Code needs it' : '';
}

/** An expected failure becomes a line of the report. */
async function attempt<Result>(
  checks: Check[],
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isRackError(error)) throw error;
    checks.push(trouble(nameOf(error) ?? name, '', error));
    return undefined;
  }
}

function nameOf(error: RackError): string | undefined {
  return error.code === 'key-missing' || error.code === 'auth' || error.code === 'forbidden' ? 'key' : undefined;
}

function print({ printer }: Context, checks: readonly Check[]): void {
  printer.document({ schema: 1, checks });
  const { colours } = printer;
  const marks = { ok: colours.green('ok'), warn: colours.yellow('warn'), fail: colours.red('fail') };
  const rows = checks.map((check) => [check.status, check.check, check.subject, check.message]);
  const text = table(['', 'CHECK', 'OF', 'FINDING'], rows);
  printer.result(
    text.replaceAll(/^(ok|warn|fail)\b/gm, (mark) => (mark in marks ? marks[mark as keyof typeof marks] : mark)),
  );
  for (const check of checks) {
    if (check.status === 'ok') continue;
    const place = placeOf(check);
    if (place !== undefined || check.hint !== null)
      printer.note(`${check.subject || check.check}: ${[place, check.hint].filter(Boolean).join(' -> ')}`);
  }
}
