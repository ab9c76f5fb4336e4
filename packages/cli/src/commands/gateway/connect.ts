import type { Edit } from '@modelrack/config-edit';
import { RackError } from '@modelrack/errors';
import { isLoopbackHost } from '@modelrack/http';
import { loadConfig, presets, type GatewayConfig } from '@modelrack/gateway';
import { forgetKey, storeKey } from '@modelrack/setup';
import { localName } from '../../connections/local-gateway.ts';
import { allConnections } from '../../connections/saved-connections.ts';
import { keyFromFlags, typedKey, type FoundKey } from '../../connections/key-source.ts';
import { readGatewayUrl } from '../../connections/gateway-url.ts';
import { editOwnConfig, ownFiles, secretOf } from '../../connections/own-files.ts';
import { survey } from '../../connections/own-survey.ts';
import { closest } from '../../text/closest.ts';
import { shortPath } from '../../text/short-path.ts';
import type { ConnectOptions, Context } from '../../world/context.ts';

interface Wish {
  readonly name: string;
  readonly preset: string | undefined;
  readonly baseUrl: string | undefined;
}

/** `connect openai`, `connect work --preset openai`, `connect lab --base-url URL`. */
function readWish(name: string, options: ConnectOptions): Wish {
  if (!/^[a-z0-9][a-z0-9._-]{0,62}$/.test(name) || name === 'demo') {
    throw new RackError('usage', `"${name}" is not a valid connection name`, {
      hint: 'use lower-case letters, digits, dots and dashes',
    });
  }
  const preset = options.preset ?? (presets.has(name) ? name : undefined);
  if (preset !== undefined && !presets.has(preset)) {
    const near = closest(preset, [...presets.keys()]);
    const hint = near === undefined ? `choose one of ${[...presets.keys()].join(', ')}` : `did you mean ${near}?`;
    throw new RackError('usage', `there is no preset "${preset}"`, { hint });
  }
  const baseUrl =
    options.baseUrl === undefined
      ? undefined
      : readGatewayUrl(options.baseUrl, { isInsecureAllowed: false }).replace(/\/+$/, '');
  if (preset !== undefined || baseUrl !== undefined) return { name, preset, baseUrl };
  throw new RackError('missing-answer', `the base URL of ${name} is missing`, {
    hint: `pass --base-url URL, or connect one of ${[...presets.keys()].join(', ')}`,
  });
}

/** Its own answers are no source of models: whoever asks would be sent round in circles. */
async function refuseItself(context: Context, { baseUrl, name }: Wish, { listen }: GatewayConfig): Promise<void> {
  if (baseUrl === undefined) return;
  const local = (await allConnections(context)).find((connection) => connection.name === localName);
  const origins = [`http://${listen.host}:${listen.port}`, ...(local === undefined ? [] : [local.apiRoot])];
  if (!origins.some((origin) => isSamePlace(new URL(baseUrl), new URL(origin)))) return;
  throw new RackError('usage', `${name} would lead back to this gateway itself`, {
    hint: `${baseUrl} is its own address; pass that of another server`,
  });
}

/** Every name of this machine is the same place. */
function isSamePlace(one: URL, other: URL): boolean {
  const isSameHost =
    one.hostname === other.hostname || (isLoopbackHost(one.hostname) && isLoopbackHost(other.hostname));
  return isSameHost && one.port === other.port;
}

/**
 * From the flags, else the provider's usual variable, else a question; servers of one's own usually have none.
 * Empty: somebody said that there is none.
 */
async function findKey(context: Context, wish: Wish, options: ConnectOptions): Promise<FoundKey | undefined> {
  const named = await keyFromFlags(context, options);
  if (named !== undefined) return named;
  const variable = presets.get(wish.preset ?? '')?.keyVariable;
  if (wish.preset !== undefined && variable === undefined) return undefined;
  if (variable !== undefined && context.world.variables[variable]) {
    context.printer.note(`The key is taken from $${variable}.`);
    return keyFromFlags(context, { ...options, apiKeyEnv: variable });
  }
  if (context.canAsk()) {
    return typedKey(context, `Key of ${wish.name} (not shown; empty if it has none):`);
  }
  throw new RackError('missing-answer', `the key of ${wish.name} is missing`, {
    hint: 'pass --api-key-env NAME, --api-key-stdin or --no-key',
  });
}

function referTo(name: string, { source }: FoundKey): string {
  return 'env' in source ? `{env:${source.env}}` : `{secret:${secretOf(name)}}`;
}

function valueOf({ baseUrl, name, preset }: Wish, key: FoundKey | undefined): Readonly<Record<string, string>> {
  const stated = key === undefined || key.key === '' ? undefined : referTo(name, key);
  return {
    ...(preset === undefined ? {} : { preset }),
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(stated === undefined ? {} : { key: stated }),
  };
}

interface Stated {
  readonly name: string;
  readonly value: Readonly<Record<string, string>>;
  /** It has no key from now on: the one that it had would go to whatever address it has now. */
  readonly isKeyless: boolean;
}

function editsOf({ connections }: GatewayConfig, { isKeyless, name, value }: Stated): readonly Edit[] {
  const path = ['connections', name];
  const known = connections.get(name);
  if (known === undefined) return [{ op: 'set', path, value }];
  const fields = Object.entries(value).map(([field, text]): Edit => ({
    op: 'set',
    path: [...path, field],
    value: text,
  }));
  return isKeyless && known.key !== undefined ? [...fields, { op: 'remove', path: [...path, 'key'] }] : fields;
}

/** Adds a connection, or changes one. Aliases stay as they are. */
export async function connect(context: Context, name: string, options: ConnectOptions): Promise<number> {
  const machine = await context.machine();
  const files = ownFiles(machine);
  // Refuses a file that it does not understand before anything is asked.
  const before = loadConfig(files.config);
  if (options.remove === true) return disconnect(context, name, before);
  const wish = readWish(name, options);
  await refuseItself(context, wish, before);
  const key = await findKey(context, wish, options);
  const value = valueOf(wish, key);
  const isKeyless = key?.key === '';
  await editOwnConfig(machine, editsOf(before, { name, value, isKeyless }), () => {
    if (key?.isNew === true && !isKeyless) storeKey(machine, { name: secretOf(name) }, key.key);
  });
  if (isKeyless) forgetKey(machine, secretOf(name));
  const { connections } = await survey(context);
  const report = connections.find((connection) => connection.name === name);
  const { printer } = context;
  printer.document({
    schema: 1,
    command: context.command,
    connection: { name, ...value, models: report?.models ?? 0, failure: report?.failure ?? null },
    path: files.config,
  });
  printer.report(`Connected ${name}: ${report?.models ?? 0} models, in ${shortPath(files.config, machine.home)}.\n`);
  if (report?.failure !== undefined) printer.note(`Its models could not be listed: ${report.failure}.`);
  return 0;
}

async function disconnect(context: Context, name: string, config: GatewayConfig): Promise<number> {
  if (!config.connections.has(name)) {
    const known = [...config.connections.keys()].join(', ') || 'none';
    throw new RackError('unknown-connection', `the gateway has no connection "${name}"`, {
      hint: `known are: ${known}`,
    });
  }
  const users = [...config.aliases].filter(([, { chain }]) => chain.some((id) => id.startsWith(`${name}/`)));
  if (users.length > 0) {
    const names = users.map(([alias]) => alias).join(', ');
    throw new RackError('usage', `${names} still falls back to ${name}`, {
      hint: 'change it first: modelrack gateway tiers set',
    });
  }
  const machine = await context.machine();
  await editOwnConfig(machine, [{ op: 'remove', path: ['connections', name] }]);
  forgetKey(machine, secretOf(name));
  context.printer.document({ schema: 1, command: context.command, removed: name });
  context.printer.report(`Removed ${name} and its stored key.\n`);
  return 0;
}
