import type { Wire } from '@modelrack/catalog';
import { isRackError } from '@modelrack/errors';
import type { Connection } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { keyIfKnown, unknownConnection } from '../connections/saved-connections.ts';
import { targetToRead, type Target } from '../connections/target.ts';
import type { ModelList } from '../lists/model-list.ts';
import { keptList } from '../lists/read-list.ts';
import type { ToolSet } from '../tools/tool-set.ts';
import type { ConnectionOptions, Context } from '../world/context.ts';
import { attempt, fine, trouble, unchecked, type Finding } from './finding.ts';
import { checkGateway } from './gateway/check-gateway.ts';
import { checkKey, keyPlace } from './own/check-key.ts';
import { checkOwn } from './own/check-own.ts';
import { checkProgram } from './tools/check-program.ts';
import { checkTool, isLookedAt } from './tools/check-tool.ts';

export interface Asked {
  readonly known: ToolSet;
  /** Of the tools that were named; empty: those that are here. */
  readonly ids: readonly string[];
  readonly options: ConnectionOptions;
}

/** A connection, the way to it, and the tools that use it. */
export interface Examined {
  readonly connection: Connection;
  readonly list: ModelList | undefined;
  readonly tools: readonly ToolDefinition[];
}

export interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly examined: readonly Examined[];
}

/** Layer by layer, from what modelrack runs on to the tools; a layer that fails does not end it. */
export async function diagnose(context: Context, asked: Asked): Promise<Diagnosis> {
  const machine = await context.machine();
  const own = await checkOwn(machine);
  const findings = [...own.findings];
  const examined: Examined[] = [];
  const subjects = await subjectsOf(context, asked, own.connections);
  findings.push(...subjects.findings);
  const seen = new Set<string>();
  // Last: nothing else fails by a program that is not there.
  const programs: Finding[] = [];
  for (const subject of subjects.all) {
    const tools = await asked.known.load(wantedOf(asked, subject.connection));
    for (const tool of tools) {
      if (!seen.has(tool.id)) programs.push(...(await checkProgram(machine, tool, true)));
      seen.add(tool.id);
    }
    const report = await checkConnection(context, { ...asked, subject, tools });
    findings.push(...report.findings);
    examined.push({ connection: subject.connection, list: report.list, tools });
  }
  const rest = (asked.ids.length > 0 ? asked.ids : asked.known.ids).filter((id) => !seen.has(id));
  const [first] = subjects.all;
  const scope = { connection: first?.connection, list: undefined, isNamed: asked.ids.length > 0 };
  for (const tool of await asked.known.load(rest)) {
    if (!isLookedAt(machine, tool, scope)) continue;
    findings.push(...(await checkTool(machine, tool, scope)));
    programs.push(...(await checkProgram(machine, tool, false)));
  }
  return { findings: [...findings, ...programs], examined };
}

interface Subject {
  readonly connection: Connection;
  /** Named by flags, with its key; undefined: as it is saved. */
  readonly target: Target | undefined;
}

interface Subjects {
  readonly findings: readonly Finding[];
  readonly all: readonly Subject[];
}

/** All saved connections, or what the flags say. */
async function subjectsOf(
  context: Context,
  { options }: Asked,
  connections: readonly Connection[] | undefined,
): Promise<Subjects> {
  const isTyped =
    options.baseUrl !== undefined ||
    options.apiKeyEnv !== undefined ||
    options.apiKeyStdin === true ||
    options.key === false;
  if (!isTyped && connections === undefined)
    return { findings: [unchecked(['connection', 'modelrack'], 'the configuration cannot be read')], all: [] };
  if (!isTyped && connections !== undefined && connections.length > 0) return savedSubjects(options, connections);
  const target = await attempt(() => targetToRead(context, options));
  if (isRackError(target)) return { findings: [trouble(['connection', 'modelrack'], target)], all: [] };
  return { findings: [], all: [{ connection: target.connection, target }] };
}

function savedSubjects({ gateway }: ConnectionOptions, connections: readonly Connection[]): Subjects {
  const chosen = connections.filter(({ name }) => gateway === undefined || name === gateway);
  const findings =
    chosen.length === 0
      ? [trouble(['connection', gateway ?? 'modelrack'], unknownConnection(gateway ?? '', connections))]
      : [];
  return { findings, all: chosen.map((connection) => ({ connection, target: undefined })) };
}

function wantedOf({ known, ids }: Asked, connection: Connection): readonly string[] {
  return Object.keys(connection.tools).filter((id) => known.isKnown(id) && (ids.length === 0 || ids.includes(id)));
}

interface One extends Asked {
  readonly subject: Subject;
  readonly tools: readonly ToolDefinition[];
}

async function checkConnection(
  context: Context,
  one: One,
): Promise<{ readonly findings: readonly Finding[]; readonly list: ModelList | undefined }> {
  const { connection } = one.subject;
  const machine = await context.machine();
  const isUrl = URL.canParse(connection.apiRoot);
  const findings: Finding[] = [
    isUrl ? fine(['connection', connection.name], connection.apiRoot) : badAddress(connection),
  ];
  const { target, keys } = await targetOf(context, one);
  findings.push(...keys);
  let list: ModelList | undefined;
  if (isUrl && target !== undefined) {
    const report = await checkGateway(context, { target, options: one.options, needs: needsOf(one.tools) });
    findings.push(...report.findings);
    ({ list } = report);
  } else {
    findings.push(unchecked(['list', connection.apiRoot], isUrl ? 'there is no key' : 'the address is not a URL'));
    list = keptList(machine, { connection, key: '', newKey: undefined, saved: connection });
  }
  for (const tool of one.tools)
    findings.push(...(await checkTool(machine, tool, { connection, list, isNamed: one.ids.length > 0 })));
  return { findings, list };
}

/** Whom to ask, and with which key; undefined: there is none. */
async function targetOf(
  context: Context,
  { subject, options }: One,
): Promise<{ readonly target: Target | undefined; readonly keys: readonly Finding[] }> {
  const { connection, target } = subject;
  const about = ['key', connection.name] as const;
  if (target !== undefined) return { target, keys: [fine(about, keyPlace(connection))] };
  const saved = { connection, newKey: undefined, saved: connection };
  if (options.offline === true)
    return { target: { ...saved, key: '' }, keys: [unchecked(about, 'the last list is read without it')] };
  const keys = await checkKey(context, connection);
  if (keys.some(({ code }) => code === 'key-missing')) return { target: undefined, keys };
  return { target: { ...saved, key: (await keyIfKnown(context, connection)) ?? '' }, keys };
}

function badAddress({ name, apiRoot }: Connection): Finding {
  const fix = `modelrack setup --gateway ${name} --base-url URL`;
  return trouble(
    ['connection', name],
    { code: 'usage', message: 'the saved address is not a URL', path: apiRoot },
    { fix },
  );
}

function needsOf(tools: readonly ToolDefinition[]): ReadonlyMap<Wire, readonly string[]> {
  const needs = new Map<Wire, string[]>();
  for (const { id, wires } of tools) {
    for (const wire of wires) needs.set(wire, [...(needs.get(wire) ?? []), id]);
  }
  return needs;
}
