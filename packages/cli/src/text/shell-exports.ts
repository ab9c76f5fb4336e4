import { RackError } from '@modelrack/errors';

/** The syntaxes in which variables are set. */
export type Shell = 'posix' | 'fish' | 'powershell';

/** A text as it is, or what a command or a variable gives when the lines are run. */
export type ShellValue =
  | { readonly text: string }
  | { readonly variable: string }
  | { readonly command: readonly string[] };

/** The shell that the lines are for: by `$SHELL`; on Windows PowerShell. */
export function shellOf(platform: NodeJS.Platform, variables: Readonly<Record<string, string | undefined>>): Shell {
  const shell = (variables['SHELL'] ?? '').split(/[\\/]/).at(-1) ?? '';
  if (shell.startsWith('fish')) return 'fish';
  if (shell.startsWith('pwsh') || (shell === '' && platform === 'win32')) return 'powershell';
  return 'posix';
}

/** One line that sets and exports the variable. Nothing in a value is run by the shell but a `command`. */
export function exportLine(shell: Shell, name: string, value: ShellValue): string {
  if (shell === 'powershell') return `$env:${name} = ${inPowerShell(value)}`;
  if (shell === 'fish') return `set -gx ${name} ${inFish(value)}`;
  return `export ${name}=${inPosix(value)}`;
}

function inPosix(value: ShellValue): string {
  if ('variable' in value) return `"$${value.variable}"`;
  if ('command' in value) return `"$(${value.command.map(posixQuoted).join(' ')})"`;
  return posixQuoted(value.text);
}

function posixQuoted(text: string): string {
  if (/^[\w./:@-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function inFish(value: ShellValue): string {
  if ('variable' in value) return `$${value.variable}`;
  if ('command' in value) return `(${value.command.map(fishQuoted).join(' ')})`;
  return fishQuoted(value.text);
}

function fishQuoted(text: string): string {
  if (/^[\w./:@-]+$/.test(text)) return text;
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

function inPowerShell(value: ShellValue): string {
  if ('variable' in value) return `$env:${value.variable}`;
  if ('command' in value) return `(& ${value.command.map(powerShellQuoted).join(' ')})`;
  return powerShellQuoted(value.text);
}

function powerShellQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** @throws RackError `usage`: the name of a variable would be more than a name to a shell */
export function checkVariable(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return name;
  throw new RackError('usage', `${JSON.stringify(name)} is not the name of a variable that a shell can set`);
}
