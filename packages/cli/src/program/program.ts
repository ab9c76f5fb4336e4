import { Command, Help } from 'commander';
import { version } from '../world/version.ts';
import type { Runner } from './command-parts.ts';
import { describeProgram } from './describe-program.ts';
import { examplesOf } from './examples.ts';
import { describeTo } from './words/as-commander.ts';

/** For helps, errors and calls that are not plain. Of the words, only the command that is `wanted` is described. */
export function createProgram(runner: Runner, wanted: string | undefined): Command {
  const described = describeProgram(runner, wanted);
  const program = new Command(described.name())
    .description(described.description())
    .version(version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureHelp({ showGlobalOptions: true, formatHelp: withExamples })
    .configureOutput({ writeOut: runner.writeOut, writeErr: runner.writeErr, outputError: () => {} })
    .exitOverride();
  describeTo(program, described);
  return program;
}

function withExamples(command: Command, help: Help): string {
  const text = Help.prototype.formatHelp.call(help, command, help);
  const examples = examplesOf(command).map((line) => `  ${line}\n`);
  return examples.length === 0 ? text : `${text}\nExamples:\n${examples.join('')}`;
}
