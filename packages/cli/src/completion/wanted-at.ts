import type { Command, Option } from 'commander';
import { kindOfArgument, kindOfFlag, type ValueKind } from './value-kind.ts';

export interface Row {
  readonly value: string;
  readonly description: string;
}

/** What may stand at a place of a line. */
export interface Wanted {
  /** Known from the definitions of the commands. */
  readonly rows: readonly Row[];
  /** Beside these, values of this kind. */
  readonly kind: ValueKind;
  /** The command that is called. */
  readonly command: Command;
  /** What stands before a value in the same word: `--gateway=`. */
  readonly before: string;
  /** The connection that the line names. */
  readonly gateway: string | undefined;
}

/** What may stand in place of `current`, after the words before it; the program's own name is not among them. */
export function wantedAt(program: Command, words: readonly string[], current: string): Wanted {
  const line = readLine(program, words);
  const { command, gateway } = line;
  const nothing: Wanted = { rows: [], kind: 'none', command, before: '', gateway };
  if (line.open !== undefined) return { ...nothing, ...valuesOf(line.open) };
  const [before = '', name] = /^(--[^=]+)=/.exec(current) ?? [];
  if (name !== undefined && !line.isEnded) {
    const option = optionsOf(command).find(({ long }) => long === name);
    return option?.required === true ? { ...nothing, ...valuesOf(option), before } : nothing;
  }
  if (current.startsWith('-') && !line.isEnded) return { ...nothing, rows: flagsOf(line) };
  if (line.isHelp) return { ...nothing, rows: commandsOf(command) };
  const commands = line.values === 0 ? commandsOf(command) : [];
  const argument = command.registeredArguments[line.values] ?? lastIfVariadic(command);
  if (argument === undefined && commands.length === 0) return { ...nothing, rows: flagsOf(line) };
  const choices = rowsOf(argument?.argChoices ?? []);
  return { ...nothing, rows: [...commands, ...choices], kind: argument ? kindOfArgument(command, argument) : 'none' };
}

interface Line {
  readonly command: Command;
  /** How many arguments there are already. */
  readonly values: number;
  readonly used: ReadonlySet<Option>;
  /** The flag whose value comes next. */
  readonly open: Option | undefined;
  /** Behind `--`, where nothing is a flag. */
  readonly isEnded: boolean;
  /** `help`, which takes the names of commands. */
  readonly isHelp: boolean;
  readonly gateway: string | undefined;
}

function readLine(program: Command, words: readonly string[]): Line {
  const used = new Set<Option>();
  let [command, values, isEnded, isHelp] = [program, 0, false, false];
  let open: Option | undefined;
  let gateway: string | undefined;
  for (const word of words) {
    if (open !== undefined) {
      if (open.long === '--gateway') gateway = word;
      open = undefined;
    } else if (word === '--') isEnded = true;
    else if (word.startsWith('-') && !isEnded) {
      const [name, value] = word.split(/=(.*)/s);
      const option = optionsOf(command).find(({ long, short }) => name === long || name === short);
      if (option !== undefined) used.add(option);
      if (option?.long === '--gateway') gateway = value;
      if (option?.required === true && value === undefined) open = option;
    } else {
      const inner = values === 0 && !isEnded ? command.commands.find((each) => each.name() === word) : undefined;
      if (inner !== undefined) command = inner;
      else if (command === program && word === 'help') isHelp = true;
      else values++;
    }
  }
  return { command, values, used, open, isEnded, isHelp, gateway };
}

function optionsOf(command: Command): readonly Option[] {
  return [...command.options, ...(command.parent === null ? [] : optionsOf(command.parent))];
}

function flagsOf({ command, used }: Line): readonly Row[] {
  const isLeft = (option: Option) => !option.hidden && (!used.has(option) || option.variadic || isRepeatable(option));
  const flags = optionsOf(command)
    .filter(isLeft)
    .map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));
  return [...flags, { value: '--help', description: 'show this help' }];
}

/** As the help says. */
function isRepeatable({ description }: Option): boolean {
  return description.endsWith('repeatable');
}

function commandsOf(command: Command): readonly Row[] {
  const rows = command.commands.map((each) => ({ value: each.name(), description: each.description() }));
  return command.parent === null ? [...rows, { value: 'help', description: 'show the help of a command' }] : rows;
}

function lastIfVariadic(command: Command) {
  const last = command.registeredArguments.at(-1);
  return last?.variadic === true ? last : undefined;
}

function valuesOf(option: Option): Pick<Wanted, 'rows' | 'kind'> {
  return { rows: rowsOf(option.argChoices ?? []), kind: kindOfFlag(option) };
}

function rowsOf(values: readonly string[]): readonly Row[] {
  return values.map((value) => ({ value, description: '' }));
}
