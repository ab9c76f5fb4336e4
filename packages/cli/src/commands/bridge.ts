import { RackError, isRackError } from '@modelrack/errors';
import { additionalAuthorities } from '@modelrack/http';
import { startBridge, type RunningGateway } from '@modelrack/gateway';
import type { Connection } from '@modelrack/setup';
import { noteLeftBehind } from '../connections/left-behind.ts';
import { readGatewayUrl } from '../connections/gateway-url.ts';
import { allConnections, savedConnection } from '../connections/saved-connections.ts';
import type { BridgeOptions, Context } from '../world/context.ts';
import { serveUntil } from '../world/end-serving.ts';
import { expectLongRun } from '../world/expect-long-run.ts';

/** What the connection to a bridge is called in our advice. */
const bridgeName = 'bridge';
const usualPort = 8421;

/** Serves until Ctrl-C. Ending a server on purpose interrupts nothing: the code is 0. */
export async function bridge(context: Context, options: BridgeOptions): Promise<number> {
  expectLongRun();
  const interrupted = context.untilInterrupt();
  const { apiRoot, saved } = await findGateway(context, options);
  const running = await open(context, { apiRoot, port: options.port });
  const { printer } = context;
  const { baseUrl } = running;
  printer.document({ schema: 1, command: context.command, baseUrl, gateway: apiRoot, pid: process.pid });
  printer.result(`${baseUrl}\n`);
  printer.note(`The bridge serves Anthropic Messages and Responses in front of ${apiRoot}, until Ctrl-C.`);
  printer.note('It keeps no key: each tool sends its own. Write it into your tools, from another terminal:');
  printer.note(`  ${setupLine(baseUrl, saved)}`);
  await serveUntil(interrupted, running, context);
  const { port } = new URL(baseUrl);
  await noteLeftBehind(context, baseUrl, `modelrack bridge --base-url ${apiRoot} --port ${port}`);
  return 0;
}

interface Found {
  readonly apiRoot: string;
  readonly saved: Connection | undefined;
}

async function findGateway(context: Context, options: BridgeOptions): Promise<Found> {
  const typed = options.baseUrl ?? (options.gateway === undefined ? fromVariables(context) : undefined);
  if (typed === undefined) {
    const saved = await savedConnection(context, options.gateway);
    return { apiRoot: saved.apiRoot, saved };
  }
  const url = readGatewayUrl(typed, { isInsecureAllowed: options.insecure === true });
  // A bare host: its interface is where nearly all have it.
  const apiRoot = new URL(url).pathname === '/' ? `${url.replace(/\/$/, '')}/v1` : url;
  return { apiRoot, saved: (await allConnections(context)).find((known) => known.apiRoot === apiRoot) };
}

function fromVariables({ world }: Context): string | undefined {
  return world.variables['MODELRACK_BASE_URL'] || undefined;
}

async function open(
  { world }: Context,
  { apiRoot, port }: { readonly apiRoot: string; readonly port: number | undefined },
): Promise<RunningGateway> {
  const { variables } = world;
  const authorities = await additionalAuthorities(variables);
  const company = authorities === undefined ? {} : { authorities };
  try {
    return await startBridge({ baseUrl: apiRoot, port: port ?? usualPort, variables, ...company });
  } catch (error) {
    if (!isRackError(error) || error.code !== 'usage') throw error;
    throw new RackError('usage', error.message, { hint: 'choose another with --port NUMBER; 0 is any free port' });
  }
}

/** What to type next. A stored key goes to no other address by itself, so it is handed over in a pipe. */
function setupLine(baseUrl: string, saved: Connection | undefined): string {
  const setup = `modelrack setup claude-code codex --gateway ${bridgeName} --base-url ${baseUrl}`;
  if (saved === undefined) return setup;
  if ('env' in saved.key) return `${setup} --api-key-env ${saved.key.env}`;
  return 'file' in saved.key ? `modelrack key ${saved.name} | ${setup} --api-key-stdin` : `${setup} --no-key`;
}
