import { Command, Help } from 'commander';
import { version } from '../world/version.ts';
import { addCalls, callNames } from './calls.ts';
import type { Runner } from './command-parts.ts';
import { examplesOf } from './examples.ts';
import { addBridge, addConnections } from './gateways.ts';
import { addModels } from './models.ts';
import { addGateway } from './own-gateway.ts';
import { addPicker } from './picker.ts';
import { addRuns } from './runs.ts';
import { addSession } from './session.ts';
import { addSystem } from './system.ts';
import { addViews } from './views.ts';

const groups = [
  { names: ['setup', 'refresh', 'undo', 'remove'], add: addRuns },
  { names: ['run', 'team'], add: addSession },
  { names: ['list', 'export', 'status', 'doctor', 'tools'], add: addViews },
  { names: ['pick', 'fits'], add: addPicker },
  { names: ['models'], add: addModels },
  { names: ['connections', 'key'], add: addConnections },
  { names: callNames, add: addCalls },
  { names: ['gateway'], add: addGateway },
  { names: ['bridge'], add: addBridge },
  { names: ['schedule', 'completion'], add: addSystem },
] as const;

/**
 * Parser and help only: each command's body is loaded when it runs. `wanted` is the first word of the call; the
 * groups of other commands are not even described then, which saves a tenth of a start.
 */
export function createProgram(runner: Runner, wanted: string | undefined): Command {
  const program = new Command('modelrack')
    .description('Write the models of your gateway into every coding tool on this machine, and keep them up to date.')
    .version(version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .option('--json', 'print one JSON document')
    .option('-y, --yes', 'ask no questions')
    .option('-q, --quiet', 'print errors only')
    .option('--verbose', 'verbose output, with stack traces')
    .option('--no-color', 'print without colours')
    .configureHelp({ showGlobalOptions: true, formatHelp: withExamples })
    .configureOutput({ writeOut: runner.writeOut, writeErr: runner.writeErr, outputError: () => {} })
    .exitOverride();
  const isWanted = ({ names }: (typeof groups)[number]) => names.some((name) => name === wanted);
  const needed = groups.some(isWanted) ? groups.filter(isWanted) : groups;
  for (const { add } of needed) add(program, runner);
  return program;
}

function withExamples(command: Command, help: Help): string {
  const text = Help.prototype.formatHelp.call(help, command, help);
  const examples = examplesOf(command).map((line) => `  ${line}\n`);
  return examples.length === 0 ? text : `${text}\nExamples:\n${examples.join('')}`;
}
