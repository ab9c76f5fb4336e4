import assert from 'node:assert/strict';
import type { ConformanceCase, EditStep, Picture, RunStep, Step } from './case.ts';
import type { EngineOutcome } from './engine.ts';
import {
  call,
  comparePictures,
  home,
  key,
  pictureOf,
  requestOf,
  runStep,
  sceneOf,
  timesOf,
  type Scene,
  type Suite,
} from './scene.ts';
import { defaultWorlds } from './default-worlds.ts';
import { ownerWorlds } from './owner-worlds.ts';
import { startsOf, worlds } from './worlds.ts';
import type { ToolDefinition } from '../../types.ts';

export interface Check {
  readonly name: string;
  run(): Promise<void>;
}

/** Without these a tool is not tested. */
const required = 'none plain commented crlf-bom grown edited broken hostile no-window nothing-stated'.split(' ');

/** One check per case of a tool, for any test runner. */
export function conformance(suite: Suite): readonly Check[] {
  const names = new Set(suite.cases.map((one) => one.name));
  const missing = required.filter((name) => !names.has(name) && !isNeedless(suite.tool, name));
  return [
    { name: 'has the required cases', run: async () => assert.deepEqual(missing, []) },
    ...suite.cases.map((one) => ({ name: `${one.name}: ${one.why}`, run: () => checkCase(suite, one) })),
    ...startsOf(suite).flatMap((one) =>
      [...worlds, ...ownerWorlds, ...defaultWorlds]
        .filter(({ appliesTo }) => appliesTo?.(suite.tool) ?? true)
        .map((world) => ({ name: `${one.name}: ${world.name}`, run: () => world.play(sceneOf(suite, one)) })),
    ),
  ];
}

/** Strict JSON has no comments to keep. */
function isNeedless(tool: ToolDefinition, name: string): boolean {
  const main = tool.files.find(({ id }) => id === 'main') ?? tool.files.at(-1);
  return name === 'commented' && main?.format === 'json';
}

async function checkCase(suite: Suite, one: ConformanceCase): Promise<void> {
  const scene = sceneOf(suite, one);
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
  // A run that wrote nothing is none that could be taken back.
  if (outcome.status === 'written') await checkUndo(scene, { last, start });
  await checkRemove(scene, steps);
}

export async function play(scene: Scene, step: Step): Promise<void> {
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

async function checkRemove(scene: Scene, steps: readonly Step[]): Promise<void> {
  await removeAll(scene, steps);
  comparePictures(pictureOf(scene), scene.one.removed, 'remove');
}

/** All connections go, the newest first. */
export async function removeAll(scene: Scene, steps: readonly Step[]): Promise<void> {
  const runs = steps.filter((step) => 'run' in step).toReversed();
  const seen = new Set<string>();
  for (const step of runs) {
    const request = requestOf(scene, step);
    if (seen.has(request.gateway.name)) continue;
    seen.add(request.gateway.name);
    const outcome = await call(scene, { ...request, command: 'remove' });
    assert.equal(outcome.error, null);
  }
}

function isSame(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0;
}
