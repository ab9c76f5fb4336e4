import type { Command } from 'commander';
import { examplesOf } from '../examples.ts';

/** The manual of the command, from its definitions, in the macros that every `man` knows. */
export function manPage(program: Command): string {
  const lines = [
    '.\\" Made from the definitions of the commands: npm run generate',
    '.TH MODELRACK 1 "" modelrack "User Commands"',
    '.nh',
    '.ad l',
    '.SH NAME',
    `modelrack \\- ${quoted('write the models of a gateway into coding tools, and keep them up to date')}`,
    '.SH SYNOPSIS',
    '.B modelrack',
    '[\\fIoptions\\fR] [\\fIcommand\\fR]',
    '.SH DESCRIPTION',
    quoted(program.description()),
    'Without a command, in a terminal, it guides through the set\\-up.',
    '.SH OPTIONS',
    ...program.options.flatMap(optionLines),
    ...tagged('-h, --help', 'show the help; behind a command, that of the command'),
    '.SH COMMANDS',
    ...program.commands.flatMap((command) => commandLines(command, 'modelrack')),
    ...sections,
    '.SH EXAMPLES',
    ...exampleLines(program),
  ];
  return `${lines.join('\n')}\n`;
}

const exitCodes: readonly (readonly [string, string])[] = [
  ['0', 'done, or nothing to do'],
  ['1', 'unexpected failure, or the disk is full'],
  ['2', 'wrong usage, or an answer is missing'],
  ['3', 'a file was refused and is untouched: invalid, unreadable, not writable, or of an unsupported shape'],
  ['4', 'the gateway cannot be reached, fails, limits requests, or is out of credit'],
  ['5', 'the key is missing or refused'],
  ['6', 'the gateway does not offer what is needed'],
  ['7', '--check found changes'],
  ['8', 'some tools are done, others are not'],
  ['9', 'pick found no match, or no clear winner; fits: the conversation does not fit'],
  ['130', 'interrupted; no file is half written'],
];

const sections: readonly string[] = [
  '.SH EXIT STATUS',
  ...exitCodes.flatMap(([code, meaning]) => tagged(code, meaning)),
  '.SH ENVIRONMENT',
  ...tagged('MODELRACK_BASE_URL', 'base URL of a gateway that is not saved'),
  ...tagged('MODELRACK_API_KEY', 'its key'),
  ...tagged('NO_COLOR', 'print without colours'),
  ...tagged('XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME, XDG_DATA_HOME', 'move the folders below'),
  '.SH FILES',
  ...tagged('~/.config/modelrack/config.jsonc', 'connections, and what was chosen for each tool'),
  ...tagged('~/.config/modelrack/keys/', 'stored keys'),
  ...tagged('~/.local/state/modelrack/', 'what was written into files of tools, and backups'),
  ...tagged('~/.cache/modelrack/', 'the last model lists'),
];

function commandLines(command: Command, parents: string): readonly string[] {
  const path = `${parents} ${command.name()}`;
  if (command.commands.length > 0) return command.commands.flatMap((inner) => commandLines(inner, path));
  const words = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [
    `.SS "${[quoted(path), ...words.map(quoted)].join(' ')}"`,
    `${quoted(sentence(command.description()))}`,
    ...command.options.filter(({ hidden }) => !hidden).flatMap(optionLines),
    ...(examplesOf(command).length === 0 ? [] : ['.PP', 'Examples:', ...exampleLines(command)]),
  ];
}

function optionLines({ flags, description, argChoices }: Command['options'][number]): readonly string[] {
  return tagged(flags, argChoices === undefined ? description : `${description}: ${argChoices.join(', ')}`);
}

function tagged(tag: string, text: string): readonly string[] {
  return ['.TP', `.B ${quoted(tag)}`, quoted(text)];
}

function exampleLines(command: Command): readonly string[] {
  return ['.RS 4', '.nf', ...examplesOf(command).map(quoted), '.fi', '.RE'];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What roff would take for its own. */
function quoted(text: string): string {
  return text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll("'", String.raw`\(aq`)
    .replaceAll('"', String.raw`\(dq`)
    .replaceAll('~', String.raw`\(ti`)
    .replaceAll('^', String.raw`\(ha`)
    .replace(/^\./, String.raw`\&.`);
}
