import { spawn } from 'node:child_process';
import type { World } from '../world/world.ts';

interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly encoding?: 'utf16le';
}

const patience = 3000;

/**
 * Resolves to the program that took the text, to `terminal` if the terminal was asked to keep it (OSC 52, which
 * nobody confirms), or to undefined.
 */
export async function copyText(text: string, world: World, platform = process.platform): Promise<string | undefined> {
  for (const program of programsFor(world.variables, platform)) {
    if (await feed(program, text, world.variables)) return program.file;
  }
  if (!world.err.isTTY) return undefined;
  world.err.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
  return 'terminal';
}

function programsFor(variables: World['variables'], platform: NodeJS.Platform): readonly Program[] {
  if (platform === 'darwin') return isRemote(variables) ? [] : [{ file: 'pbcopy', args: [] }];
  // Named in full: Windows looks into the current folder first.
  const windows = `${variables['SystemRoot'] ?? 'C:\\Windows'}\\System32\\clip.exe`;
  if (platform === 'win32') return [{ file: windows, args: [], encoding: 'utf16le' }];
  const wayland: Program = { file: 'wl-copy', args: [] };
  const x11: Program = { file: 'xclip', args: ['-selection', 'clipboard'] };
  const linux = variables['WAYLAND_DISPLAY'] ? [wayland, x11] : [x11, wayland];
  return [...linux, { file: 'clip.exe', args: [], encoding: 'utf16le' }];
}

/** What a Mac at the other end of a line keeps is of no use here. */
function isRemote(variables: World['variables']): boolean {
  return Boolean(variables['SSH_CONNECTION'] ?? variables['SSH_TTY']);
}

/** Not its output: some stay alive to serve the clipboard, and would keep our pipes open. */
function feed({ file, args, encoding }: Program, text: string, variables: World['variables']): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, [...args], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...variables },
      windowsHide: true,
    });
    const timer = setTimeout(() => {
      child.kill();
      resolve(false);
    }, patience);
    const end = (isDone: boolean) => {
      clearTimeout(timer);
      resolve(isDone);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
    child.stdin?.on('error', () => {});
    child.stdin?.end(text, encoding ?? 'utf8');
  });
}
