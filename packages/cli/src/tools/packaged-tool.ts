import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { extname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRackError, RackError } from '@modelrack/errors';
import { isRecord } from '@modelrack/json';
import type { ToolPackage } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import type { ToolSet } from './tool-set.ts';

/** More is no tool package: one is a small pure function and some data. */
const mostFiles = 500;
const mostBytes = 5_000_000;

/** A tool of a package that was agreed to; loading it runs code of a third party, which must be the code agreed to. */
export function packagedTool(known: ToolPackage): ToolSet['entries'][number] {
  return {
    id: known.id,
    aliases: known.aliases,
    async load() {
      try {
        if (hashOf(known.path) === known.hash) return { default: await loadToolPackage(known.path) };
      } catch (error) {
        if (isRackError(error)) return { default: refusingTool(known, error) };
        throw error;
      }
      const changed = new RackError('needs-consent', 'its package has changed since you agreed to it', {
        path: known.path,
        hint: `look at it, then: modelrack setup --tool-package ${known.path}`,
      });
      return { default: refusingTool(known, changed) };
    },
  };
}

/** Says what is wrong as soon as it is to do something: the other tools of a run go on. */
function refusingTool({ id, aliases }: ToolPackage, error: RackError): ToolDefinition {
  return {
    id,
    aliases,
    name: id,
    homepage: '',
    verified: '',
    verification: 'documentation',
    detect: { bin: [], places: [] },
    files: [],
    wires: ['chat'],
    modelChoice: 'many',
    picks: '',
    key: ['env', 'literal'],
    baseUrl: 'api-root',
    interpolates: [],
    exclusive: false,
    plan() {
      throw error;
    },
  };
}

/** SHA-256 over the names and bytes of all its files; what it has installed is not looked at. */
export function hashOf(path: string): string {
  const hash = createHash('sha256');
  let bytes = 0;
  const files = filesOf(path);
  for (const file of files) {
    const content = readFileSync(file);
    bytes += content.length;
    if (files.length > mostFiles || bytes > mostBytes) throw notAPackage(path, 'it contains more than a tool package');
    hash.update(`${relative(path, file).split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesOf(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
  } catch (cause) {
    throw new RackError('file-unreadable', 'there is no such tool package', { path, cause });
  }
  const skipped = new Set(['node_modules', '.git']);
  const below = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (skipped.has(entry.name)) return [];
      const file = join(folder, entry.name);
      return entry.isDirectory() ? below(file) : [file];
    });
  return below(path).toSorted();
}

/** @throws RackError `file-shape`: it is no tool */
export async function loadToolPackage(path: string): Promise<ToolDefinition> {
  const entry = entryOf(path);
  if (['.ts', '.mts', '.cts'].includes(extname(entry))) {
    throw notAPackage(entry, 'it is TypeScript; build it to JavaScript and name that in "main"');
  }
  let loaded: unknown;
  try {
    loaded = await importFile(entry);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new RackError('file-invalid', `the tool package cannot be loaded: ${why}`, { path: entry, cause });
  }
  return checked(entry, loaded);
}

/** The chunks of the bundle are scripts, which know no `import()` of files unless they are told. */
async function importFile(file: string): Promise<unknown> {
  const { Script, constants } = process.getBuiltinModule('node:vm');
  const script = new Script('(url) => import(url)', {
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  // What the text above evaluates to.
  const load = script.runInThisContext() as (url: string) => Promise<unknown>;
  return load(pathToFileURL(file).href);
}

function entryOf(path: string): string {
  if (!statSync(path).isDirectory()) return path;
  const manifest = readManifest(join(path, 'package.json'));
  const { main, exports } = manifest;
  const root = isRecord(exports) ? (exports['.'] ?? exports) : exports;
  const named = isRecord(root) ? (root['default'] ?? root['import']) : root;
  const file = typeof named === 'string' ? named : main;
  return resolve(path, typeof file === 'string' ? file : 'index.js');
}

function readManifest(file: string): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(manifest) ? manifest : {};
  } catch {
    return {};
  }
}

/** What a run relies on without asking; all else shows when the tool plans. */
function checked(path: string, loaded: unknown): ToolDefinition {
  const tool = isRecord(loaded) ? loaded['default'] : undefined;
  if (!isRecord(tool)) throw notAPackage(path, 'it has no default export');
  const { id, name, plan, files, interpolates, key, wires, detect, aliases } = tool;
  if (typeof id !== 'string' || !/^[a-z][a-z0-9-]{1,39}$/.test(id))
    throw notAPackage(path, '"id" is not a valid name of a tool');
  if (typeof name !== 'string') throw notAPackage(path, '"name" is missing');
  if (typeof plan !== 'function') throw notAPackage(path, '"plan" is not a function');
  for (const [field, value] of Object.entries({ files, interpolates, key, wires, aliases })) {
    if (!Array.isArray(value)) throw notAPackage(path, `"${field}" is not a list`);
  }
  if (Array.isArray(files) && files.length === 0) throw notAPackage(path, '"files" is empty');
  if (!isRecord(detect)) throw notAPackage(path, '"detect" is missing');
  // Checked as far as it can be: the rest is a function of a third party's.
  return tool as unknown as ToolDefinition;
}

function notAPackage(path: string, why: string): RackError {
  return new RackError('file-shape', `this is not a tool package: ${why}`, {
    path,
    hint: 'it exports a tool as its default, as CONTRIBUTING.md describes',
  });
}
