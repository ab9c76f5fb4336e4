import { RackError } from '@modelrack/errors';
import type { RunningGateway } from '@modelrack/gateway';
import type { Connection } from '@modelrack/setup';
import type { ConnectionOptions, Context, RunOptions } from '../world/context.ts';
import { checkConnectionName } from './connection-name.ts';
import { originOf, readGatewayUrl } from './gateway-url.ts';
import { keyByDefault, keyFromFlags, keyWanted, type FoundKey } from './key-source.ts';
import {
  allConnections,
  chosenFrom,
  defaultName,
  keyOf,
  noConnection,
  savedConnection,
  severalConnections,
  unknownConnection,
} from './saved-connections.ts';

/** A gateway to talk to. */
export interface Target {
  /** Its API root is as typed until the list was read. */
  readonly connection: Connection;
  readonly key: string;
  /** To be stored with the connection. */
  readonly newKey: string | undefined;
  readonly isKeyTyped?: boolean;
  /** Nobody named a key, and nobody said that there is none. */
  readonly isKeyGuessed?: boolean;
  /** As the configuration has it; undefined: not in there. */
  readonly saved: Connection | undefined;
  /** Our own gateway, started for this command: it ends with it. */
  readonly gateway?: RunningGateway;
}

/**
 * What `list` and `doctor` talk to: a URL on the command line is asked once and not kept; else a saved
 * connection; else the variable.
 */
export async function targetToRead(context: Context, options: ConnectionOptions): Promise<Target> {
  const all = options.baseUrl === undefined || options.gateway !== undefined ? await allConnections(context) : [];
  const url = options.baseUrl ?? (all.length === 0 ? context.world.variables['MODELRACK_BASE_URL'] : undefined);
  if (!url) {
    const known = await savedConnection(context, options.gateway);
    // A cached list needs no key.
    if (options.offline === true) return { connection: known, key: '', newKey: undefined, saved: known };
    return savedTarget(context, { known, options });
  }
  const apiRoot = readGatewayUrl(url, { isInsecureAllowed: options.insecure === true });
  const found = (await keyFromFlags(context, options)) ?? (await keyByDefault(context));
  return target(newConnection(options, apiRoot, found), found, undefined);
}

/** What `setup` talks to: as the flags say, else as saved. */
export async function targetToSetUp(context: Context, options: RunOptions): Promise<Target> {
  const all = await allConnections(context);
  if (options.gateway !== undefined) checkConnectionName(options.gateway);
  const typed = options.baseUrl ?? (context.world.variables['MODELRACK_BASE_URL'] || undefined);
  if (typed === undefined) {
    const known = chosenFrom(all, options.gateway);
    if (known !== undefined) return savedTarget(context, { known, options });
    if (all.length > 1 && options.gateway === undefined) throw severalConnections(all);
    if (options.gateway !== undefined && all.length > 0)
      throw unknownConnection(options.gateway, all, `modelrack setup --gateway ${options.gateway} --base-url URL`);
    throw noConnection(context.command);
  }
  const apiRoot = readGatewayUrl(typed, { isInsecureAllowed: options.insecure === true });
  const known = knownFor(all, options.gateway, apiRoot);
  if (known === undefined) return newTarget(context, options, apiRoot);
  if (originOf(known.apiRoot) === originOf(apiRoot)) return savedTarget(context, { known, apiRoot, options });
  await agreeToMove(context, { known, apiRoot, options });
  return movedTarget(context, { known, apiRoot, options });
}

function knownFor(all: readonly Connection[], name: string | undefined, apiRoot: string): Connection | undefined {
  const byName = all.find((connection) => connection.name === (name ?? defaultName));
  if (byName !== undefined || name !== undefined) return byName;
  return all.find((connection) => originOf(connection.apiRoot) === originOf(apiRoot));
}

async function savedTarget(context: Context, { known, apiRoot = known.apiRoot, options }: Move): Promise<Target> {
  const found = await keyFromFlags(context, options);
  if (found !== undefined) return target({ ...known, apiRoot, key: found.source }, found, known);
  const key = await keyOf(context, known);
  return { connection: { ...known, apiRoot }, key, newKey: undefined, saved: known };
}

async function newTarget(context: Context, options: ConnectionOptions, apiRoot: string): Promise<Target> {
  const found = (await keyFromFlags(context, options)) ?? (await keyByDefault(context));
  return target(newConnection(options, apiRoot, found), found, undefined);
}

function newConnection(options: ConnectionOptions, apiRoot: string, found: FoundKey): Connection {
  return { name: options.gateway ?? defaultName, apiRoot, key: found.source, tools: {} };
}

interface Move {
  readonly known: Connection;
  /** Another one than the saved. */
  readonly apiRoot?: string;
  readonly options: ConnectionOptions;
}

/** Another origin under a known name is how a hostile project would catch keys and code. */
async function agreeToMove(
  context: Context,
  { known, apiRoot, options }: Required<Move> & { readonly options: RunOptions },
): Promise<void> {
  if (options.move === true) return;
  if (context.canAsk()) {
    const { confirm } = await import('../terminal/questions.ts');
    const isAgreed = await confirm(
      context,
      `Connection ${known.name} points to ${originOf(known.apiRoot)}. Point it to ${originOf(apiRoot)}?`,
      false,
    );
    if (isAgreed) return;
  }
  throw new RackError(
    'missing-answer',
    `connection "${known.name}" points to ${originOf(known.apiRoot)}, not to ${originOf(apiRoot)}`,
    {
      path: apiRoot,
      hint: 'pass --move to let it move there, or --gateway NAME to set up a second one',
    },
  );
}

/** A stored key belongs to the origin that it was stored for, so the new one needs its own. */
async function movedTarget(context: Context, { known, apiRoot, options }: Required<Move>): Promise<Target> {
  const named = await keyFromFlags(context, options);
  if (named !== undefined) return target({ ...known, apiRoot, key: named.source }, named, known);
  if ('env' in known.key) {
    const key = await keyOf(context, known);
    return { connection: { ...known, apiRoot }, key, newKey: undefined, saved: known };
  }
  const found = await keyByDefault(context);
  // It had a key: that the new place does without is not guessed.
  if (found.isGuessed === true && found.isTyped !== true && !('none' in known.key)) throw keyWanted(apiRoot);
  return target({ ...known, apiRoot, key: found.source }, found, known);
}

/** The same gateway, with another key. */
export function withKey(former: Target, found: FoundKey): Target {
  return {
    ...former,
    connection: { ...former.connection, key: found.source },
    key: found.key,
    newKey: found.isNew ? found.key : undefined,
    isKeyTyped: found.isTyped,
    isKeyGuessed: found.isGuessed === true,
  };
}

function target(connection: Connection, found: FoundKey, saved: Connection | undefined): Target {
  return withKey({ connection, key: '', newKey: undefined, saved }, found);
}
