import assert from 'node:assert/strict';
import type { ConformanceCase, ListRow } from './case.ts';
import { base, loseLedger, run, type Difference } from './world-steps.ts';
import { call, comparePictures, home, pictureOf, type Scene, type Suite } from './scene.ts';
import type { ToolDefinition } from '../../types.ts';

/** What holds for every tool, whatever it writes: nobody records an `after` for these. */
export interface World {
  readonly name: string;
  appliesTo?(tool: ToolDefinition): boolean;
  play(scene: Scene): Promise<void>;
}

/** Files as users have them; the cases of a tool in which one plain setup succeeds. */
export function startsOf({ cases }: Suite): readonly ConformanceCase[] {
  const wanted = ['none', 'plain', 'commented', 'crlf-bom', 'grown'];
  return cases.filter(
    ({ name, steps, refused }) => wanted.includes(name) && steps === undefined && refused === undefined,
  );
}

export const worlds: readonly World[] = [
  { name: '400 models', play: playMany },
  { name: 'another gateway beside the first', appliesTo: ({ exclusive }) => !exclusive, play: playBeside },
  { name: 'another gateway has to be agreed to', appliesTo: ({ exclusive }) => exclusive, play: playExclusive },
  { name: 'an empty list takes nothing out', play: playEmptyList },
  { name: 'a default that is chosen, and given up by remove', play: playDefault },
  { name: 'a key that holds what tools and shells substitute', play: playOddKey },
  { name: 'a ledger that is lost: the next setup adopts', play: playLostLedger },
  { name: 'a ledger that is lost: remove leaves nothing of ours', play: playLostRemoval },
];

async function playMany(scene: Scene): Promise<void> {
  const list = Array.from({ length: 400 }, (_, index): ListRow => ({
    id: `acme-${index % 7}/model-${index}${index % 3 === 0 ? ':free' : ''}`,
    context_window: 100_000 + index,
    max_output_tokens: 8000,
  }));
  const outcome = await run(scene, { list });
  assert.equal(outcome.error, null);
  if (scene.suite.tool.modelChoice === 'many') {
    const text = textOf(scene);
    for (const { id } of list) assert(text.includes(String(id)), `${String(id)} is written`);
  }
  await endsAsItBegan(scene, { list });
}

async function playBeside(scene: Scene): Promise<void> {
  await run(scene, {});
  const alone = pictureOf(scene);
  const second = { gateway: { name: 'second', apiRoot: 'https://second.example.test/v1' } };
  const outcome = await run(scene, second);
  assert.equal(outcome.status, 'written');
  assert(textOf(scene).includes('https://gw.example.test'), 'the first stays');
  assert.equal((await run(scene, {})).status, 'unchanged', 'the first has nothing to do');
  assert.equal((await call(scene, { ...base(scene), ...second, command: 'remove' })).error, null);
  comparePictures(pictureOf(scene), alone, 'the second is removed');
  await endsAsItBegan(scene, {});
}

async function playExclusive(scene: Scene): Promise<void> {
  await run(scene, {});
  const alone = pictureOf(scene);
  const second = { gateway: { name: 'second', apiRoot: 'https://second.example.test/v1' } };
  const asked = await run(scene, { ...second, flags: { takeOver: false, project: false } });
  assert.deepEqual([asked.status, asked.error?.code], ['skipped', 'needs-consent']);
  comparePictures(pictureOf(scene), alone, 'unasked nothing is diverted');
  assert.equal((await run(scene, { ...second, flags: { takeOver: true, project: false } })).status, 'written');
  assert.equal((await call(scene, { ...base(scene), ...second, command: 'remove' })).error, null);
  comparePictures(pictureOf(scene), alone, 'the first is given back');
  await endsAsItBegan(scene, {});
}

async function playEmptyList(scene: Scene): Promise<void> {
  await run(scene, {});
  const written = pictureOf(scene);
  await call(scene, { ...base(scene), command: 'refresh', list: [] });
  comparePictures(pictureOf(scene), written, 'after an empty list');
  await endsAsItBegan(scene, {});
}

async function playDefault(scene: Scene): Promise<void> {
  const flags = { default: 'plus', takeOver: true, project: false };
  assert.equal((await run(scene, { flags })).error, null);
  assert.equal((await run(scene, { flags })).status, 'unchanged');
  await endsAsItBegan(scene, {});
}

/** Escaped where the tool says how, else refused: never written so that a tool would read another key. */
async function playOddKey(scene: Scene): Promise<void> {
  const key = { from: 'file' as const, value: '!sk-$HOME${HOME}$(id)`id`"{env:HOME}\\x' };
  const outcome = await run(scene, { key });
  assert(!outcome.shown.includes(key.value), 'the key is shown');
  if (outcome.error !== null) {
    assert(['file-not-ours', 'key-in-repository'].includes(outcome.error.code), outcome.error.code);
    comparePictures(pictureOf(scene), scene.one.before, 'a refused key');
    return;
  }
  await endsAsItBegan(scene, { key });
}

async function playLostLedger(scene: Scene): Promise<void> {
  await run(scene, {});
  const written = pictureOf(scene);
  loseLedger(scene);
  assert.equal((await run(scene, {})).error, null);
  comparePictures(pictureOf(scene), written, 'adopted, nothing twice');
}

async function playLostRemoval(scene: Scene): Promise<void> {
  await run(scene, {});
  loseLedger(scene);
  assert.equal((await call(scene, { ...base(scene), command: 'remove' })).error, null);
  const { before, removed } = scene.one;
  for (const [path, bytes] of pictureOf(scene)) {
    // In a file under our name, what the tool cannot do without stays beside what the user has there.
    if (before.has(path) && path.includes('modelrack')) continue;
    const text = new TextDecoder().decode(bytes);
    assert.doesNotMatch(text, /gw\.example\.test|modelrack|sk-test-key/, `${path}: nothing names us`);
    // Whose the frame of a file is cannot be told.
    if (!removed.has(path)) assert.match(text, /^\s*(\{\}|\[\]|\(an empty folder\))?\s*$/, path);
  }
}

/** A second run has nothing to do, and `remove` restores what was there. */
async function endsAsItBegan(scene: Scene, difference: Difference): Promise<void> {
  const again = await run(scene, difference);
  assert.deepEqual([again.status, again.error], ['unchanged', null], 'a second run has nothing to do');
  const removed = await call(scene, { ...base(scene), ...difference, command: 'remove' });
  assert.equal(removed.error, null);
  comparePictures(pictureOf(scene), scene.one.removed, 'remove');
}

function textOf({ fs }: Scene): string {
  const files = Object.keys(fs.tree()).filter((path) => path.startsWith(`${home}/`) && fs.stat(path).kind === 'file');
  return files.map((path) => fs.text(path) ?? '').join('\n');
}
