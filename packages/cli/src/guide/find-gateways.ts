import { fetchCatalog } from '@modelrack/catalog';
import { isRackError } from '@modelrack/errors';
import { pointersOf, type Connection, type FoundTool } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { readGatewayUrl } from '../connections/gateway-url.ts';
import { withProgress } from '../terminal/progress.ts';
import type { Context, RunOptions } from '../world/context.ts';
import { merged, withoutSaved, type Candidate, type CandidateKey } from './candidate.ts';
import { knownVariables, portsVariable, usualPorts, type KnownVariables } from './known-gateways.ts';

export interface Search {
  readonly saved: readonly Connection[];
  readonly found: readonly FoundTool<ToolDefinition>[];
  readonly options: RunOptions;
}

/** How long a server on this machine has to answer. */
const patience = 300;

/** All gateways that are in sight, the likeliest first. Only servers on this machine are asked, and without a key. */
export async function findGateways(context: Context, search: Search): Promise<readonly Candidate[]> {
  const [servers, pointed] = await withProgress(context, 'Looking for gateways', () =>
    Promise.all([serversHere(context), pointedByTools(context, search)]),
  );
  const saved = search.saved.map((connection): Candidate => {
    const { apiRoot } = connection;
    return { kind: 'saved', apiRoot, key: { unknown: true }, from: [], tools: [], saved: connection };
  });
  const found = merged([...pointed, ...namedByVariables(context, search.options), ...servers]);
  return [...saved, ...withoutSaved(found, search.saved)];
}

async function pointedByTools(context: Context, { found, options }: Search): Promise<readonly Candidate[]> {
  const machine = await context.machine();
  const rows = found.map(async ({ tool }) => {
    const pointers = await pointersOf(machine, tool);
    return pointers.flatMap(({ url, key }): Candidate[] => {
      const apiRoot = readable(url, options);
      if (apiRoot === undefined) return [];
      return [{ kind: 'tool', apiRoot, key: keyHere(context, key), from: [tool.name], tools: [tool.id] }];
    });
  });
  return (await Promise.all(rows)).flat();
}

/** A variable that is not set here is as good as none. */
function keyHere({ world }: Context, key: Exclude<CandidateKey, { none: true }> | undefined): CandidateKey {
  if (key === undefined || ('env' in key && !world.variables[key.env])) return { unknown: true };
  return key;
}

function namedByVariables({ world }: Context, options: RunOptions): readonly Candidate[] {
  return knownVariables.flatMap((known): Candidate[] => {
    const { url, from } = urlIn(world.variables, known);
    const apiRoot = url === undefined ? undefined : readable(url, options);
    if (apiRoot === undefined) return [];
    const variable = known.keys.find((name) => world.variables[name]);
    const key: CandidateKey = known.keys.length === 0 ? { none: true } : { unknown: true };
    return [{ kind: 'variable', apiRoot, key: variable === undefined ? key : { env: variable }, from, tools: [] }];
  });
}

type Variables = Context['world']['variables'];

function urlIn(variables: Variables, known: KnownVariables): { url: string | undefined; from: readonly string[] } {
  if (known.url === undefined) {
    const name = known.keys.find((each) => variables[each]);
    return { url: name === undefined ? undefined : known.usual, from: name === undefined ? [] : [`$${name}`] };
  }
  const text = variables[known.url]?.trim();
  if (!text) return { url: undefined, from: [] };
  return { url: known.usual === undefined ? text : completed(text, known.usual), from: [`$${known.url}`] };
}

/** Of a host alone, or one that means all addresses of this machine, makes what can be asked. */
function completed(text: string, usual: string): string {
  const whole = /^https?:\/\//i.test(text) ? text : `http://${text.replace(/^:/, '127.0.0.1:')}`;
  if (!URL.canParse(whole)) return text;
  const url = new URL(whole);
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  if (url.port === '' && url.protocol === 'http:' && !/:80\b/.test(text)) url.port = new URL(usual).port;
  return url.href;
}

/** What could not be typed either is not offered. */
function readable(url: string, options: RunOptions): string | undefined {
  try {
    return readGatewayUrl(url, { isInsecureAllowed: options.insecure === true });
  } catch (error) {
    if (isRackError(error)) return undefined;
    throw error;
  }
}

async function serversHere(context: Context): Promise<readonly Candidate[]> {
  const found = await Promise.all(portsOf(context).map((port) => serverAt(context, port)));
  return found.flatMap((candidate) => candidate ?? []);
}

function portsOf({ world }: Context): readonly number[] {
  const named = world.variables[portsVariable];
  if (named === undefined) return usualPorts;
  return named.split(/[\s,]+/).flatMap((word) => (/^\d{1,5}$/.test(word) ? [Number(word)] : []));
}

async function serverAt(context: Context, port: number): Promise<Candidate | undefined> {
  const baseUrl = `http://127.0.0.1:${port}`;
  const row = { kind: 'server', from: [], tools: [] } as const;
  try {
    const { catalog } = await fetchCatalog({
      baseUrl,
      key: undefined,
      variables: context.world.variables,
      now: () => new Date(),
      timeouts: { connect: patience, total: patience },
    });
    const { apiRoot, models } = catalog;
    // Another program that answers with some JSON is no server of models.
    return models.size === 0 ? undefined : { ...row, apiRoot, key: { none: true }, models: models.size };
  } catch (error) {
    if (!isRackError(error)) throw error;
    return error.code === 'auth' ? { ...row, apiRoot: baseUrl, key: { unknown: true } } : undefined;
  }
}
