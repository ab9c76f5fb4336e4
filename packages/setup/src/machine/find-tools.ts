import type { ToolDefinition } from '@modelrack/tool-kit';
import { pathsOf } from './folders.ts';
import { readJsonFile, updateVersions, versionsFile, type KnownTool } from './known-versions.ts';
import { exists, resolvePlace } from './resolve-place.ts';
import type { Machine } from './types.ts';

export interface FoundTool<Tool> {
  readonly tool: Tool;
  readonly isFound: boolean;
  /** The program behind all links; undefined: not on PATH. */
  readonly program: string | undefined;
}

/** Looks for the program on PATH and for the tool's folders; runs nothing. */
export function findTool<Tool extends Pick<ToolDefinition, 'detect'>>(machine: Machine, tool: Tool): FoundTool<Tool> {
  const program = findProgram(machine, tool.detect.bin);
  const hasFolder = tool.detect.places.some((place) => {
    const path = resolvePlace(machine, place);
    return path !== undefined && exists(machine, path);
  });
  return { tool, isFound: program !== undefined || hasFolder, program };
}

/** Asked for several times in a run, and most of PATH holds none of them. */
const programs = new WeakMap<Machine, Map<string, string | undefined>>();

function findProgram(machine: Machine, names: readonly string[]): string | undefined {
  const known = programs.get(machine) ?? new Map<string, string | undefined>();
  programs.set(machine, known);
  const key = names.join('\0');
  if (!known.has(key)) known.set(key, lookForProgram(machine, names));
  return known.get(key);
}

function lookForProgram(machine: Machine, names: readonly string[]): string | undefined {
  const path = pathsOf(machine);
  const isWindows = machine.platform === 'win32';
  const folders = (machine.variables['PATH'] ?? machine.variables['Path'] ?? '').split(isWindows ? ';' : ':');
  const endings = isWindows ? (machine.variables['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';') : [''];
  for (const folder of folders.filter((name) => path.isAbsolute(name))) {
    for (const name of names) {
      for (const ending of endings) {
        const file = path.join(folder, name + ending);
        if (isProgram(machine, file)) return file;
      }
    }
  }
  return undefined;
}

function isProgram(machine: Machine, file: string): boolean {
  try {
    const { kind, mode } = machine.fs.stat(file);
    return kind === 'file' && (machine.platform === 'win32' || (mode & 0o111) !== 0);
  } catch {
    return false;
  }
}

/** The release that is installed here; undefined: not found, or it does not tell. */
export async function installedVersion(
  machine: Machine,
  tool: ToolDefinition,
  isDry = false,
): Promise<string | undefined> {
  return (await knownTool(machine, tool, isDry))?.version;
}

/** Texts that the tool itself must tell, asked once per installed release. */
export async function factsOf(
  machine: Machine,
  tool: ToolDefinition,
  isDry: boolean,
): Promise<Readonly<Record<string, string>>> {
  if (tool.asks === undefined) return {};
  return (await knownTool(machine, tool, isDry))?.facts ?? {};
}

function stampOf(machine: Machine, program: string): string {
  const { size, modifiedMs } = machine.fs.stat(program);
  return `${program} ${size} ${modifiedMs}`;
}

async function knownTool(machine: Machine, tool: ToolDefinition, isDry: boolean): Promise<KnownTool | undefined> {
  const { program } = findTool(machine, tool);
  if (program === undefined) return undefined;
  const stamp = stampOf(machine, program);
  const known = readJsonFile(machine, versionsFile(machine, tool.id));
  if (known !== undefined && known.stamp === stamp) return known;
  const version = packageVersion(machine, tool, program) ?? (await askedVersion(machine, program));
  const fresh: KnownTool = {
    stamp,
    ...(version === undefined ? {} : { version }),
    facts: await askFacts(machine, tool, program),
  };
  if (!isDry) updateVersions(machine, tool.id, fresh);
  return fresh;
}

/** From the `package.json` above the program behind its links: no need to start it. */
function packageVersion(machine: Machine, tool: ToolDefinition, program: string): string | undefined {
  const path = pathsOf(machine);
  let folder = path.dirname(realPath(machine, program));
  for (let depth = 0; depth < 4; depth++) {
    const text = readText(machine, path.join(folder, 'package.json'));
    const manifest: unknown = text === undefined ? undefined : parse(text);
    if (typeof manifest === 'object' && manifest !== null && 'name' in manifest && 'version' in manifest) {
      const isTools = manifest.name === tool.detect.npm;
      return isTools && typeof manifest.version === 'string' ? manifest.version : undefined;
    }
    folder = path.dirname(folder);
  }
  return undefined;
}

function realPath(machine: Machine, file: string): string {
  const path = pathsOf(machine);
  let current = file;
  for (let step = 0; step < 40; step++) {
    try {
      if (machine.fs.lstat(current).kind !== 'link') return current;
      current = path.resolve(path.dirname(current), machine.fs.readLink(current));
    } catch {
      return current;
    }
  }
  return current;
}

function readText(machine: Machine, file: string): string | undefined {
  try {
    return new TextDecoder().decode(machine.fs.read(file));
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function askedVersion(machine: Machine, program: string): Promise<string | undefined> {
  const output = await machine.run(program, ['--version'], { milliseconds: 10_000 });
  return output?.match(/\d+\.\d+\.\d+[^\s)]*/)?.[0];
}

/**
 * The tool must answer without our own files, so it gets an empty home: its variables for folders of its
 * own are taken away, and what it says is kept by release.
 */
async function askFacts(
  machine: Machine,
  tool: ToolDefinition,
  program: string,
): Promise<Readonly<Record<string, string>>> {
  const facts: Record<string, string> = {};
  for (const [name, ask] of Object.entries(tool.asks ?? {})) {
    const output = await runInEmptyHome(machine, tool, { program, args: ask.args });
    const fact = output === undefined ? undefined : ask.read(output);
    if (fact !== undefined) facts[name] = fact;
  }
  return facts;
}

async function runInEmptyHome(
  machine: Machine,
  tool: ToolDefinition,
  call: { program: string; args: readonly string[] },
): Promise<string | undefined> {
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const home = mkdtempSync(pathsOf(machine).join(tmpdir(), 'modelrack-ask-'));
  const own = tool.files.flatMap((file) => file.places.flatMap((place) => ('env' in place ? [place.env] : [])));
  const variables = Object.fromEntries(
    Object.entries(machine.variables).filter(([name]) => !own.includes(name) && !name.startsWith('XDG_')),
  );
  try {
    return await machine.run(call.program, call.args, {
      milliseconds: 10_000,
      variables: { ...variables, HOME: home, USERPROFILE: home },
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
