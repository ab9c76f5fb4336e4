import { Option, type Command } from 'commander';
import { columnNames, sortings } from '../text/list-columns.ts';
import type {
  CommonOptions,
  ConnectionOptions,
  DoctorOptions,
  ExportOptions,
  ListingOptions,
} from '../world/context.ts';
import { columnList } from './arguments.ts';
import { start, withConnection, withGateway, withGlobs, type Runner } from './command-parts.ts';

/** The commands that look and write nothing. */
export function addViews(program: Command, runner: Runner): void {
  const list = program
    .command('list [query]')
    .description('show the live model list')
    .addOption(new Option('--sort <by>', 'show the cheapest, or the largest window, first').choices([...sortings]))
    .addOption(new Option('--columns <names>', `show these columns: ${columnNames.join(', ')}`).argParser(columnList));
  withConnection(list).action((query: string | undefined, _: unknown, command: Command) =>
    start<ListingOptions>(runner, command, async (context, options) =>
      (await import('../commands/list.ts')).list(context, query, options),
    ),
  );
  const exported = program
    .command('export')
    .description('print the model list in a format for other programs')
    .addOption(
      new Option('--format <format>', 'print the list in this format')
        .choices(['json', 'yaml', 'toml', 'markdown'])
        .default('json'),
    );
  withConnection(withGlobs(exported)).action((_: unknown, command: Command) =>
    start<ExportOptions>(runner, command, async (context, options) =>
      (await import('../commands/export.ts')).exportList(context, options),
    ),
  );
  const status = program
    .command('status')
    .description('show which tools are set up, with which gateway and how many models');
  withGateway(status).action((_: unknown, command: Command) =>
    start<ConnectionOptions>(runner, command, async (context, options) =>
      (await import('../commands/status.ts')).status(context, options),
    ),
  );
  addDoctor(program, runner);
  program
    .command('tools')
    .description('show every supported tool: whether it is here, its file, format, wire and verified release')
    .action((_: unknown, command: Command) =>
      start<CommonOptions>(runner, command, async (context) =>
        (await import('../commands/tools.ts')).listTools(context),
      ),
    );
}

function addDoctor(program: Command, runner: Runner): void {
  const doctor = program
    .command('doctor [tool...]')
    .description('check keys, gateways, wires, files and tools, and say how to fix what is wrong')
    .option('--fix', 'fix what is safe to fix: file modes, and what a refresh repairs')
    .option('--run', 'also start the real tools: list models and send one prompt (may be billed)');
  withConnection(doctor).action((tools: string[], _: unknown, command: Command) =>
    start<DoctorOptions>(runner, command, async (context, options) =>
      (await import('../commands/doctor.ts')).doctor(context, tools, options),
    ),
  );
}
