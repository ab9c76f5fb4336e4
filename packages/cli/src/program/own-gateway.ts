import { Option, type Command } from 'commander';
import type { CommonOptions, ConnectOptions, Context, GatewayOptions } from '../world/context.ts';
import { port } from './arguments.ts';
import { collect, start, type Runner } from './command-parts.ts';

type Body<Options> = (context: Context, options: Options) => Promise<number>;

/** The local gateway: everything that is done with it. */
export function addGateway(program: Command, runner: Runner): void {
  const gateway = program.command('gateway').description('run a gateway on this machine');
  const run = <Options extends CommonOptions>(command: Command, body: Body<Options>) =>
    start<Options>(runner, command, body);
  gateway
    .command('init')
    .description('write gateway.jsonc with the providers that are found on this machine')
    .action((_: unknown, command: Command) =>
      run<CommonOptions>(command, async (context, options) =>
        (await import('../commands/gateway/init.ts')).initGateway(context, options),
      ),
    );
  gateway
    .command('start')
    .description('serve the models of the connected providers, or the demo, until Ctrl-C')
    .addOption(new Option('--port <number>', 'listen on this port; 0 picks a free one (default: 8420)').argParser(port))
    .addOption(new Option('--host <address>', 'listen on this address (default: 127.0.0.1)'))
    .option('--expose', 'let other machines reach the gateway')
    .option('--log', 'print one line of JSON for every request')
    .action((_: unknown, command: Command) =>
      run<GatewayOptions>(command, async (context, options) =>
        (await import('../commands/gateway/start.ts')).startGateway(context, options),
      ),
    );
  gateway
    .command('status')
    .description('show connections, cooldowns and the last errors')
    .action((_: unknown, command: Command) =>
      run<CommonOptions>(command, async (context, options) =>
        (await import('../commands/gateway/status.ts')).gatewayStatus(context, options),
      ),
    );
  addConnect(gateway, runner);
  gateway
    .command('models')
    .description('list the models that callers of the gateway see')
    .option('--suggest', 'suggest a chain of models for each tier')
    .action((_: unknown, command: Command) =>
      run<CommonOptions>(command, async (context, options) =>
        (await import('../commands/gateway/models.ts')).gatewayModels(context, options),
      ),
    );
  addTiers(gateway, runner);
  addKeys(gateway, runner);
  addExport(gateway, runner);
}

function addConnect(gateway: Command, runner: Runner): void {
  gateway
    .command('connect <name>')
    .description('add or change a provider or a server')
    .option('--preset <name>', 'use the settings of this provider (default: the name)')
    .option('--base-url <url>', 'use the server at this URL')
    .option('--api-key-env <name>', 'read the key from this environment variable')
    .option('--api-key-stdin', 'read the key from standard input, and store it')
    .option('--no-key', 'use no key')
    .option('--remove', 'remove the connection and its stored key')
    .action((name: string, _: unknown, command: Command) =>
      start<ConnectOptions>(runner, command, async (context, options) =>
        (await import('../commands/gateway/connect.ts')).connect(context, name, options),
      ),
    );
}

function addTiers(gateway: Command, runner: Runner): void {
  const tiers = gateway.command('tiers').description('list and change tiers and their chains of models');
  const load = () => import('../commands/gateway/tiers.ts');
  tiers
    .command('list', { isDefault: true })
    .description('list tiers and their chains')
    .action((_: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context, options) => (await load()).listTiers(context, options)),
    );
  tiers
    .command('set <tier> <models...>')
    .description('set the chain of a tier: the first model answers, the others take over if it fails')
    .action((tier: string, models: readonly string[], ...[, command]: [unknown, Command]) =>
      start<CommonOptions>(runner, command, async (context) => (await load()).setTier(context, tier, models)),
    );
  tiers
    .command('add <tier> <models...>')
    .description('add models to the end of a chain')
    .action((tier: string, models: readonly string[], ...[, command]: [unknown, Command]) =>
      start<CommonOptions>(runner, command, async (context) => (await load()).addToTier(context, tier, models)),
    );
  tiers
    .command('rename <from> <to>')
    .description('rename a tier')
    .action((from: string, to: string, ...[, command]: [unknown, Command]) =>
      start<CommonOptions>(runner, command, async (context) => (await load()).renameTier(context, from, to)),
    );
  tiers
    .command('unset <tier>')
    .description('remove a tier, or let it be computed again')
    .action((tier: string, _: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) => (await load()).unsetTier(context, tier)),
    );
}

function addKeys(gateway: Command, runner: Runner): void {
  const keys = gateway.command('keys').description('create, list and revoke keys of the gateway');
  const load = () => import('../commands/gateway/keys.ts');
  keys
    .command('list', { isDefault: true })
    .description('list the issued keys')
    .action((_: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context, options) => (await load()).listKeys(context, options)),
    );
  keys
    .command('create <name>')
    .description('create a key and print it once')
    .option('--models <glob>', 'allow only models that match; repeatable', collect)
    .action((name: string, _: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context, options) =>
        (await load()).createGatewayKey(context, name, options),
      ),
    );
  keys
    .command('revoke <key>')
    .description('revoke a key, by its id or name')
    .action((key: string, _: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) => (await load()).revokeGatewayKey(context, key)),
    );
}

function addExport(gateway: Command, runner: Runner): void {
  gateway
    .command('export')
    .description('print the configuration for another gateway')
    .command('litellm')
    .description("print connections, tiers and chains as LiteLLM's config.yaml")
    .action((_: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context, options) =>
        (await import('../commands/gateway/export-litellm.ts')).exportLitellm(context, options),
      ),
    );
}
