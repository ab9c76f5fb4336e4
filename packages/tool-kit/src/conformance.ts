import assert from 'node:assert/strict';
import { memoryFileSystem, type MemoryFileSystem } from '@modelrack/config-edit/testing';
import type { ConformanceCase, EditStep, ListRow, Picture, RunStep, Step } from './conformance-case.ts';
import type { ConformanceEngine, EngineOutcome, EngineRequest } from './conformance-engine.ts';
import type { ToolDefinition } from './types.ts';

export interface Suite {
  readonly tool: ToolDefinition;
  readonly cases: readonly ConformanceCase[];
  readonly lists: Readonly<Record<string, readonly ListRow[]>>;
  readonly engine: ConformanceEngine;
  /** Reads a file by a parser that the engine does not use; throws if it cannot. */
  parse(path: string, text: string): unknown;
}
export interface Check {
  readonly name: string;
  run(): Promise<void>;
}

/** Without these a tool is not tested. */
const required = ['none', 'plain', 'commented', 'crlf-bom', 'grown', 'edited', 'broken', 'hostile', 'no-window'];
const home = '/home/jo';
const key = 'sk-test-key-0123456789abcdef';
/** Our own folders below the home folder: no file of a tool stands there. */
const own = ['.config/modelrack', '.local/state/modelrack', '.local/share/modelrack', '.cache/modelrack'];

/** One check per case of a tool, for any test runner. */
export function conformance(suite: Suite): readonly Check[] {
  const names = new Set(suite.cases.map((one) => one.name));
  const missing = required.filter((name) => !names.has(name) && !isNeedless(suite.tool, name));
  return [
    { name: 'has the required cases', run: async () => assert.deepEqual(missing, []) },
    ...suite.cases.map((one) => ({ name: `${one.name}: ${one.why}`, run: () => checkCase(suite, one) })),
  ];
}

/** Strict JSON has no comments to keep. */
function isNeedless(tool: ToolDefinition, name: string): boolean {
  return name === 'commented' && tool.files.every((file) => file.format === 'json');
}

interface Scene {
  readonly suite: Suite;
  readonly one: ConformanceCase;
  readonly fs: MemoryFileSystem;
}

async function checkCase(suite: Suite, one: ConformanceCase): Promise<void> {
  const files = [...one.before].map(([path, bytes]) => [`${home}/${path}`, bytes] as const);
  const scene: Scene = {
    suite,
    one,
    fs: memoryFileSystem({ ...Object.fromEntries(files), [home]: { folderMode: 0o755 } }),
  };
  const steps: readonly Step[] = one.steps ?? [{ run: 'setup' }];
  const last = steps.at(-1);
  assert(last !== undefined && 'run' in last, 'the last step must be a run');
  for (const step of steps.slice(0, -1)) await play(scene, step);
  const start = pictureOf(scene);
  const outcome = await runStep(scene, last);
  compareOutcome(one, outcome);
  comparePictures(pictureOf(scene), one.after, 'after');
  if (one.refused !== undefined) {
    await call(scene, { ...requestOf(scene, last), command: 'remove' });
    comparePictures(pictureOf(scene), one.before, 'remove of what was never written');
    return;
  }
  checkContent(scene);
  await checkSecondRun(scene, last);
  await checkUndo(scene, { last, start });
  await checkRemove(scene, steps);
}

async function play(scene: Scene, step: Step): Promise<void> {
  if ('edit' in step) {
    editByHand(scene, step);
    return;
  }
  const outcome = await runStep(scene, step);
  assert.equal(outcome.error, null, 'a step before the last must succeed');
}

function editByHand({ fs }: Scene, { edit, find, replace }: EditStep): void {
  const path = `${home}/${edit}`;
  const parts = (fs.text(path) ?? '').split(find);
  assert.equal(parts.length, 2, `${edit} must hold once: ${find}`);
  fs.put(path, parts.join(replace));
}

/** The preview first: it must leave the disk alone. */
async function runStep(scene: Scene, step: RunStep): Promise<EngineOutcome> {
  const before = timesOf(scene);
  const preview = await call(scene, { ...requestOf(scene, step), isPreview: true });
  assert.deepEqual(timesOf(scene), before, 'a preview writes nothing');
  const outcome = await call(scene, requestOf(scene, step));
  assert.equal(preview.status === 'would-change' ? 'written' : preview.status, outcome.status);
  if (outcome.status !== 'written') assert.deepEqual(timesOf(scene), before, `${outcome.status}: nothing is written`);
  return outcome;
}

async function call(scene: Scene, request: EngineRequest): Promise<EngineOutcome> {
  const outcome = await scene.suite.engine.run(request);
  assert(!outcome.shown.includes(key), 'the key is shown');
  return outcome;
}

function requestOf({ suite, one, fs }: Scene, step: RunStep): EngineRequest {
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
    },
  };
}

function compareOutcome(one: ConformanceCase, outcome: EngineOutcome): void {
  if (one.refused === undefined) {
    assert.equal(outcome.error, null);
  } else {
    const { code, line = null, column = null } = one.refused;
    assert.deepEqual(
      { code: outcome.error?.code, line: outcome.error?.line ?? null, column: outcome.error?.column ?? null },
      { code, line, column },
    );
  }
  for (const note of one.notes ?? []) {
    assert(
      outcome.notes.some((text) => text.includes(note)),
      `no note holds "${note}": ${outcome.notes.join(' | ')}`,
    );
  }
  if (one.protected !== undefined) {
    assert.deepEqual(Object.fromEntries(outcome.models.protected.map(({ id, why }) => [id, why])), one.protected);
  }
}

/** What was written can be read by another parser, and a key stands only where nobody else can read it. */
function checkContent({ suite, one, fs }: Scene): void {
  for (const [path, bytes] of one.after) {
    if (isSame(one.before.get(path), bytes)) continue;
    const text = Buffer.from(bytes).toString('utf8');
    assert.doesNotThrow(() => suite.parse(path, text.replace(/^\uFEFF/, '')), `${path} can be read`);
    if (text.includes(key)) assert.equal(fs.stat(`${home}/${path}`).mode & 0o777, 0o600, `${path} holds the key`);
  }
}

async function checkSecondRun(scene: Scene, last: RunStep): Promise<void> {
  const before = timesOf(scene);
  const outcome = await runStep(scene, last);
  assert.equal(outcome.status, 'unchanged', 'a second run has nothing to do');
  assert.deepEqual(timesOf(scene), before, 'a second run writes nothing');
}

async function checkUndo(scene: Scene, { last, start }: { last: RunStep; start: Picture }): Promise<void> {
  await call(scene, { ...requestOf(scene, last), command: 'undo' });
  comparePictures(pictureOf(scene), start, 'undo');
  await runStep(scene, last);
  comparePictures(pictureOf(scene), scene.one.after, 'after, again');
}

/** All connections go, the newest first. */
async function checkRemove(scene: Scene, steps: readonly Step[]): Promise<void> {
  const runs = steps.filter((step) => 'run' in step).toReversed();
  const seen = new Set<string>();
  for (const step of runs) {
    const request = requestOf(scene, step);
    if (seen.has(request.gateway.name)) continue;
    seen.add(request.gateway.name);
    const outcome = await call(scene, { ...request, command: 'remove' });
    assert.equal(outcome.error, null);
  }
  comparePictures(pictureOf(scene), scene.one.removed, 'remove');
}

function pictureOf({ fs }: Scene): Picture {
  const paths = Object.keys(fs.tree()).filter((path) => path.startsWith(`${home}/`));
  const inside = paths.map((path) => path.slice(home.length + 1));
  // A folder above ours may stay, empty.
  const isOurs = (path: string) =>
    own.some((folder) => `${path}/`.startsWith(`${folder}/`) || folder.startsWith(`${path}/`));
  const foreign = inside.filter((path) => !isOurs(path));
  return new Map(foreign.map((path) => [path, bytesOf(fs, path)]));
}

function bytesOf(fs: MemoryFileSystem, path: string): Uint8Array {
  const isFile = fs.stat(`${home}/${path}`).kind === 'file';
  return isFile ? fs.read(`${home}/${path}`) : new TextEncoder().encode('(an empty folder)');
}

function timesOf(scene: Scene): Readonly<Record<string, string>> {
  const picture = pictureOf(scene);
  return Object.fromEntries(
    [...picture].map(([path, bytes]) => {
      const { modifiedMs, mode } = scene.fs.stat(`${home}/${path}`);
      return [path, `${modifiedMs} ${mode} ${Buffer.from(bytes).toString('base64')}`];
    }),
  );
}

function comparePictures(actual: Picture, expected: Picture, what: string): void {
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

function isSame(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0;
}
