import type { Connection, Machine, ToolOutcome } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { join } from 'node:path';
import { exportLine, shellOf, type Shell } from '../text/shell-exports.ts';
import { shortPath } from '../text/short-path.ts';
import { formOf } from './key-places.ts';

interface Done {
  readonly connection: Connection;
  readonly tools: readonly ToolDefinition[];
  readonly outcomes: readonly ToolOutcome[];
}

/** How to see the models, tool by tool. */
export function howToChoose({ tools, outcomes }: Done): readonly string[] {
  return tools.flatMap((tool) => {
    const written = outcomes.find(({ tool: id, status }) => id === tool.id && status === 'written');
    // Without a model there is nothing to choose, and its own note says why.
    if (written === undefined || written.models.total === 0) return [];
    const search = written.isSearchable === true ? ', or type /m- and a few letters of its name' : '';
    return [`${tool.id}: choose a model with ${tool.picks}${search}`];
  });
}

/** Which variable must be set where, unless the profile of the shell sets it already; and how to go back. */
export function whatElse(machine: Machine, done: Done): readonly string[] {
  const { name } = done.connection;
  if (!done.outcomes.some(({ status }) => status === 'written')) return [];
  return [
    ...variableLines(machine, done),
    `To go back: modelrack undo reverts this change; modelrack remove --gateway ${name} removes everything of ${name}.`,
  ];
}

function variableLines(machine: Machine, { connection, tools, outcomes }: Done): readonly string[] {
  const { key } = connection;
  if (!('env' in key)) return [];
  const readers = tools.filter((tool) => {
    const isDone = outcomes.some(({ tool: id, error }) => id === tool.id && error === null);
    return isDone && ['env', 'command'].includes(formOf(machine, tool, connection) ?? '');
  });
  const profile = profileOf(machine);
  if (readers.length === 0 || setsVariable(machine, profile.path, key.env)) return [];
  const line = exportLine(profile.shell, key.env, { text: 'YOUR-KEY' });
  const names = readers.map(({ id }) => id).join(', ');
  return [
    `${key.env} must be set wherever these start: ${names}. It is not in ${shortPath(profile.path, machine.home)} yet: add ${line}`,
  ];
}

/** The file that every shell of the user's reads when it starts. */
function profileOf({ home, platform, variables }: Machine): { readonly shell: Shell; readonly path: string } {
  const shell = shellOf(platform, variables);
  if (shell === 'fish') return { shell, path: join(home, '.config/fish/config.fish') };
  if (shell === 'powershell') return { shell, path: join(home, 'Documents/PowerShell/profile.ps1') };
  if ((variables['SHELL'] ?? '').endsWith('zsh')) return { shell, path: join(home, '.zshrc') };
  if ((variables['SHELL'] ?? '').endsWith('bash')) return { shell, path: join(home, '.bashrc') };
  return { shell, path: join(home, '.profile') };
}

function setsVariable({ fs }: Machine, path: string, name: string): boolean {
  try {
    const text = new TextDecoder().decode(fs.read(path));
    return new RegExp(`(?:^|[\\s:;])${name}\\b`, 'm').test(text);
  } catch {
    return false;
  }
}
