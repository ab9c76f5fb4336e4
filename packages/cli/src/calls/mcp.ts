import type { Model } from '@modelrack/catalog';
import { foldersOf, type Machine } from '@modelrack/setup';
import { recentIds } from '../pick/recent.ts';
import { keepInStep } from './keep-in-step.ts';
import { chosenFrom, allConnections } from '../connections/saved-connections.ts';
import type { Context, McpOptions } from '../world/context.ts';
import { version } from '../world/version.ts';

/** How long a list is taken for the present one. */
const freshFor = 60_000;

/** Serves MCP on standard input and output until the client closes it. */
export async function mcp(common: Context, options: McpOptions): Promise<number> {
  const { serve } = await import('@modelrack/mcp');
  const context = quietly(common, options);
  const machine = await context.machine();
  const { world } = context;
  const { media, videos } = foldersOf(machine);
  if (world.stdin.isTTY === true)
    context.printer.note(
      'This is for programs: an MCP client on standard input. Register it with: modelrack setup --mcp',
    );
  const ended = new AbortController();
  void context.untilInterrupt().then(() => ended.abort());
  const models = freshList(context, options);
  const stop = keepInStep(context, machine, options.gateway);
  await serve(
    {
      version,
      stdin: world.stdin,
      stdout: world.stdout,
      gateway: async () =>
        (await import('./called-gateway.ts')).calledGateway(context, options).then(({ gateway }) => gateway),
      models,
      recent: recentFor(context, machine, options),
      mediaFolder: media,
      videoFolder: videos,
    },
    ended.signal,
  );
  stop();
  return 0;
}

/** Nobody can answer; and what a client does not pass on of the environment, its entry may say. */
function quietly(context: Context, options: McpOptions): Context {
  const moved = {
    ...(options.configHome === undefined ? {} : { XDG_CONFIG_HOME: options.configHome }),
    ...(options.stateHome === undefined ? {} : { XDG_STATE_HOME: options.stateHome }),
    ...(options.cacheHome === undefined ? {} : { XDG_CACHE_HOME: options.cacheHome }),
    ...(options.dataHome === undefined ? {} : { XDG_DATA_HOME: options.dataHome }),
  };
  const machine = async () => {
    const real = await context.machine();
    return { ...real, variables: { ...real.variables, ...moved } };
  };
  return { ...context, canAsk: () => false, machine };
}

function freshList(context: Context, options: McpOptions): () => Promise<readonly Model[]> {
  let last: { readonly models: readonly Model[]; readonly at: number } | undefined;
  return async () => {
    if (last !== undefined && performance.now() - last.at < freshFor) return last.models;
    const { calledGateway } = await import('./called-gateway.ts');
    const models = await (await calledGateway(context, options)).models();
    last = { models, at: performance.now() };
    return models;
  };
}

function recentFor(context: Context, machine: Machine, options: McpOptions): () => Promise<readonly string[]> {
  return async () => {
    const connection = chosenFrom(await allConnections(context), options.gateway);
    return connection === undefined ? [] : recentIds(machine, connection.name);
  };
}
