import assert from 'node:assert/strict';
import { memoryFileSystem, type MemoryFileSystem } from '@modelrack/config-edit/testing';
import type { ConformanceCase, ListRow, Picture, RunStep } from './case.ts';
import type { ConformanceEngine, EngineOutcome, EngineRequest } from './engine.ts';
import type { ToolDefinition } from '../../types.ts';

export interface Suite {
  readonly tool: ToolDefinition;
  readonly cases: readonly ConformanceCase[];
  readonly lists: Readonly<Record<string, readonly ListRow[]>>;
  readonly engine: ConformanceEngine;
  /** Reads a file by a parser that the engine does not use; throws if it cannot. */
  parse(path: string, text: string): unknown;
}
export const home = '/home/jo';
export const key = 'sk-test-key-0123456789abcdef';
/** Our own folders below the home folder: no file of a tool stands there. */
const own = ['.config/modelrack', '.local/state/modelrack', '.local/share/modelrack', '.cache/modelrack'];

/** A home folder in which one case is played. */
export interface Scene {
  readonly suite: Suite;
  readonly one: ConformanceCase;
  readonly fs: MemoryFileSystem;
  /** Another home folder than `home`. */
  readonly home?: string;
}

/** The home folder as the case has it at first. */
export function sceneOf(suite: Suite, one: ConformanceCase): Scene {
  const files = [...one.before].map(([path, bytes]) => [`${home}/${path}`, bytes] as const);
  const fs = memoryFileSystem({ ...Object.fromEntries(files), [home]: { folderMode: 0o755 } });
  return { suite, one, fs };
}

/** The preview first: it must leave the disk alone. */
export async function runStep(scene: Scene, step: RunStep): Promise<EngineOutcome> {
  const before = timesOf(scene);
  const preview = await call(scene, { ...requestOf(scene, step), isPreview: true });
  assert.deepEqual(timesOf(scene), before, 'a preview writes nothing');
  const outcome = await call(scene, requestOf(scene, step));
  assert.equal(preview.status === 'would-change' ? 'written' : preview.status, outcome.status);
  if (outcome.status !== 'written') assert.deepEqual(timesOf(scene), before, `${outcome.status}: nothing is written`);
  return outcome;
}

export async function call(scene: Scene, request: EngineRequest): Promise<EngineOutcome> {
  const outcome = await scene.suite.engine.run(request);
  assert(!outcome.shown.includes(key), 'the key is shown');
  return outcome;
}

export function requestOf({ suite, one, fs }: Scene, step: RunStep): EngineRequest {
  const name = step.gateway ?? 'modelrack';
  const list = suite.lists[step.list ?? 'first'];
  assert(list !== undefined, `there is no list ${step.list}`);
  return {
    tool: suite.tool,
    command: step.run,
    isPreview: false,
    fs,
    home,
    cwd: `${home}/project`,
    gateway: { name, apiRoot: `https://${name === 'modelrack' ? 'gw' : name}.example.test/v1` },
    key: { from: step.key ?? one.key ?? 'env', value: key },
    list,
    flags: {
      default: step.default,
      models: step.models,
      takeOver: step.takeOver ?? false,
      project: one.project ?? false,
      mcp: step.mcp,
    },
  };
}

export function pictureOf({ fs, suite, home: root = home }: Scene): Picture {
  const paths = Object.keys(fs.tree()).filter((path) => path.startsWith(`${root}/`));
  const inside = paths.map((path) => path.slice(root.length + 1));
  // A folder above ours may stay, empty.
  const isOurs = (path: string) =>
    own.some((folder) => `${path}/`.startsWith(`${folder}/`) || folder.startsWith(`${path}/`));
  const foreign = inside.filter((path) => !isOurs(path));
  return new Map(foreign.map((path) => [path, lasting(suite.engine, bytesOf(fs, `${root}/${path}`))]));
}

/** The same in every process. */
function lasting({ state }: ConformanceEngine, bytes: Uint8Array): Uint8Array {
  if (state === undefined || !Buffer.from(bytes).includes(state)) return bytes;
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(state, '/state'), 'latin1');
}

function bytesOf(fs: MemoryFileSystem, path: string): Uint8Array {
  return fs.stat(path).kind === 'file' ? fs.read(path) : new TextEncoder().encode('(an empty folder)');
}

export function timesOf(scene: Scene): Readonly<Record<string, string>> {
  const picture = pictureOf(scene);
  return Object.fromEntries(
    [...picture].map(([path, bytes]) => {
      const { modifiedMs, mode } = scene.fs.stat(`${home}/${path}`);
      return [path, `${modifiedMs} ${mode} ${Buffer.from(bytes).toString('base64')}`];
    }),
  );
}

export function comparePictures(actual: Picture, expected: Picture, what: string): void {
  const shown = (picture: Picture) =>
    Object.fromEntries(
      [...picture].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, bytes]) => [path, visible(bytes)]),
    );
  assert.deepEqual(shown(actual), shown(expected), what);
}

/** Line ends and a byte-order mark must be seen in a failed comparison. */
function visible(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('utf8')
    .replaceAll('\r', '␍')
    .replace(/^\uFEFF/, '<BOM>');
}
