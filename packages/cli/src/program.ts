import { Command, InvalidArgumentError, Option } from 'commander';
import type {
  CommonOptions,
  ConnectionOptions,
  ExportOptions,
  FitsOptions,
  GatewayOptions,
  PickOptions,
  RefreshOptions,
  RunOptions,
} from './world/context.ts';
import { start, withConnection, withGateway, type Runner } from './command-parts.ts';
import { addCalls, callNames } from './program-calls.ts';
import { version } from './world/version.ts';

const groups = [
  { names: ['setup', 'refresh', 'undo', 'remove'], add: addRuns },
  { names: ['list', 'export', 'status', 'doctor', 'tools'], add: addViews },
  { names: ['pick', 'fits'], add: addPicker },
  { names: ['connections', 'key'], add: addConnections },
  { names: callNames, add: addCalls },
  { names: ['gateway'], add: addGateway },
] as const;

/**
 * Parser and help only: each command's body is loaded when it runs. `wanted` is the first word of the call; the
 * groups of other commands are not even described then, which saves a tenth of a start.
 */
export function createProgram(runner: Runner, wanted: string | undefined): Command {
  const program = new Command('modelrack')
    .description('Writes the models of your gateway into every coding tool you have, and keeps them up to date.')
    .version(version, '-V, --version')
    .option('--json', 'one JSON document on standard output')
    .option('-y, --yes', 'ask nothing')
    .option('-q, --quiet', 'errors only')
    .option('--verbose', 'say more, stack traces included')
    .option('--no-color', 'no colours')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: runner.writeOut, writeErr: runner.writeErr, outputError: () => {} })
    .exitOverride();
  const isWanted = ({ names }: (typeof groups)[number]) => names.some((name) => name === wanted);
  const needed = groups.some(isWanted) ? groups.filter(isWanted) : groups;
  for (const { add } of needed) add(program, runner);
  return program;
}

function addRuns(program: Command, runner: Runner): void {
  const setup = program
    .command('setup [tool...]')
    .description("write the gateway's models into the tools (no tool named: those found on this machine)");
  setup.option('--tool-package <path>', "a third party's tool: its folder or file; asked once");
  withChanges(withConnection(setup)).action((tools: string[], _: unknown, command: Command) =>
    start<RunOptions>(runner, command, async (context, options) =>
      tools.length === 1 && tools[0] === 'env'
        ? (await import('./commands/setup-env.ts')).setupEnv(context, options)
        : (await import('./commands/setup.ts')).setup(context, tools, options),
    ),
  );
  const refresh = program
    .command('refresh [tool...]')
    .description('the same again for every tool set up before, from the live list')
    .addOption(
      new Option('--if-older <duration>', 'do nothing if the last refresh is younger: 10m, 24h').argParser(
        milliseconds,
      ),
    );
  withChanges(withGateway(refresh)).action((tools: string[], _: unknown, command: Command) =>
    start<RefreshOptions>(runner, command, async (context, options) =>
      (await import('./commands/refresh.ts')).refresh(context, tools, options),
    ),
  );
  for (const [name, description] of [
    ['undo', 'take back the last change'],
    ['remove', 'take out all that is ours; leave all that is yours'],
  ] as const) {
    const command = program.command(`${name} [tool...]`).description(description);
    withDryRun(withGateway(command)).action((tools: string[], _: unknown, self: Command) =>
      start<RunOptions>(runner, self, async (context, options) =>
        (await import('./commands/take-out.ts')).takeOut(context, { command: name, names: tools, options }),
      ),
    );
  }
}

function addViews(program: Command, runner: Runner): void {
  const list = program.command('list [query]').description('the live model list');
  withConnection(list).action((query: string | undefined, _: unknown, command: Command) =>
    start<ConnectionOptions>(runner, command, async (context, options) =>
      (await import('./commands/list.ts')).list(context, query, options),
    ),
  );
  const exported = program
    .command('export')
    .description('the model list in a format for other programs')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['json', 'yaml', 'toml', 'markdown'])
        .default('json'),
    )
    .option('--models <glob>', 'only models that match; repeatable', collect)
    .option('--exclude <glob>', 'no models that match; repeatable', collect);
  withConnection(exported).action((_: unknown, command: Command) =>
    start<ExportOptions>(runner, command, async (context, options) =>
      (await import('./commands/export.ts')).exportList(context, options),
    ),
  );
  const status = program
    .command('status')
    .description('per tool: which gateway, how many models, changed by hand since, last refresh');
  withGateway(status).action((_: unknown, command: Command) =>
    start<ConnectionOptions>(runner, command, async (context, options) =>
      (await import('./commands/status.ts')).status(context, options),
    ),
  );
  const doctor = program.command('doctor [tool...]').description('checks key, gateway, wires and files');
  withConnection(doctor).action((tools: string[], _: unknown, command: Command) =>
    start<ConnectionOptions>(runner, command, async (context, options) =>
      (await import('./commands/doctor.ts')).doctor(context, tools, options),
    ),
  );
  program
    .command('tools')
    .description('every supported tool: found here?, file, format, wire, verified release')
    .action((_: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('./commands/tools.ts')).listTools(context),
      ),
    );
}

function addPicker(program: Command, runner: Runner): void {
  const pick = program
    .command('pick [query...]')
    .description('finds a model by a few letters; prints exactly one line: /model <id>')
    .option('--for <tool>', "the tool's own form of the line")
    .option('--first', 'take the best match without asking')
    .option('--copy', 'to the clipboard, too');
  withConnection(pick).action((query: string[], _: unknown, command: Command) =>
    start<PickOptions>(runner, command, async (context, options) =>
      (await import('./commands/pick.ts')).pick(context, query.join(' '), options),
    ),
  );
  const fits = program
    .command('fits <model>')
    .description('does a thread fit into a model; if not, into which it does, smallest first')
    .addOption(new Option('--tokens <number>', 'size of the thread').argParser(tokenCount).conflicts('thread'))
    .option('--thread <file>', 'the thread: a transcript of Claude Code, Codex or opencode');
  withConnection(fits).action((model: string, _: unknown, command: Command) =>
    start<FitsOptions>(runner, command, async (context, options) =>
      (await import('./commands/fits.ts')).fits(context, model, options),
    ),
  );
}

function addConnections(program: Command, runner: Runner): void {
  const connections = program.command('connections').description('the gateways that are known here');
  connections
    .command('list', { isDefault: true })
    .description('name, URL, where the key comes from')
    .action((_: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('./commands/connections.ts')).listConnections(context),
      ),
    );
  connections
    .command('rename <from> <to>')
    .description('give a connection another name')
    .action((from: string, to: string, ...[, command]: [unknown, Command]) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('./commands/connections.ts')).rename(context, from, to),
      ),
    );
  connections
    .command('forget <name>')
    .description('forget a connection and delete its stored key')
    .action((name: string, _: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('./commands/connections.ts')).forget(context, name),
      ),
    );
  program
    .command('key [name]')
    .description('prints the key into a pipe, for tools that take a command')
    .action((name: string | undefined, _: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('./commands/key.ts')).printKey(context, name),
      ),
    );
}

function addGateway(program: Command, runner: Runner): void {
  const gateway = program.command('gateway').description('the local gateway');
  gateway
    .command('start')
    .description('serve demo models on this machine until Ctrl-C')
    .addOption(new Option('--port <number>', 'port; 0: any free one').default(8420).argParser(port))
    .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .action((_: unknown, command: Command) =>
      start<GatewayOptions>(runner, command, async (context, options) =>
        (await import('./commands/gateway-start.ts')).startGateway(context, options),
      ),
    );
}

function withDryRun(command: Command): Command {
  return command
    .option('--dry-run', 'print what would change, write nothing')
    .option('--check', 'the same, and exit 7 if something would');
}

function withChanges(command: Command): Command {
  return withDryRun(command)
    .option('--models <glob>', 'only models that match; repeatable', collect)
    .option('--exclude <glob>', 'no models that match; repeatable', collect)
    .option('--default <model>', "make it the tool's default model too")
    .option('--project', "the tool's file in the current directory")
    .addOption(new Option('--config-file <path>', 'with one tool: this file and no other').conflicts('project'));
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return value;
}

/** `200000`, `200_000`, `200k`, `1.5M`. */
function tokenCount(text: string): number {
  const [, digits, unit = ''] = /^(\d[\d_,]*(?:\.\d+)?)([kKmM]?)$/.exec(text) ?? [];
  const count = Number(digits?.replaceAll(/[_,]/g, '')) * (tokenUnits[unit.toLowerCase()] ?? 1);
  if (!Number.isSafeInteger(count)) throw new InvalidArgumentError('Write a number of tokens like 200000 or 200k.');
  return count;
}

const tokenUnits: Readonly<Record<string, number>> = { k: 1000, m: 1_000_000 };

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function milliseconds(text: string): number {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined)
    throw new InvalidArgumentError('Write a duration like 30s, 10m, 24h or 7d.');
  return Number(count) * (units[unit] ?? 0);
}
