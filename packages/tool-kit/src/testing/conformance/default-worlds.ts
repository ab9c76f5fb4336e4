import assert from 'node:assert/strict';
import { call, comparePictures, home, pictureOf, sceneOf, type Scene } from './scene.ts';
import { flagsOf, isSame, textOf } from './owner-worlds.ts';
import { base, run, writeBesidePick } from './world-steps.ts';
import type { World } from './worlds.ts';

/** What becomes of a default of ours, and of a model that was picked in the tool. */
export const defaultWorlds: readonly World[] = [
  { name: 'a model of ours that was picked in the tool', play: playPicked },
  { name: 'a default of ours that left the list', play: playGoneDefault },
  { name: 'a default or a pick of ours that left the list is named', play: playNamed },
];

/** The tool writes what a set-up with that default writes. Whether that is anything. */
async function pick(scene: Scene): Promise<boolean> {
  const chosen = sceneOf(scene.suite, scene.one);
  await run(chosen, flagsOf(chosen, 'plus'));
  await run(scene, flagsOf(scene, undefined));
  const written = pictureOf(chosen);
  const isPicked = !isSame(written, pictureOf(scene));
  for (const [path, bytes] of written) {
    const file = `${home}/${path}`;
    if (chosen.fs.stat(file).kind === 'file') scene.fs.put(file, { content: bytes, mode: chosen.fs.stat(file).mode });
  }
  if (isPicked) await writeBesidePick(scene);
  return isPicked;
}

async function playPicked(scene: Scene): Promise<void> {
  await pick(scene);
  assert.equal((await call(scene, { ...base(scene), command: 'remove' })).error, null);
  // The frame of a file that the tool made is the tool's.
  const { removed } = scene.one;
  const left = [...pictureOf(scene)].filter(
    ([path, bytes]) =>
      removed.has(path) || !/^\s*(\{\}|\(an empty folder\))?\s*$/.test(new TextDecoder().decode(bytes)),
  );
  comparePictures(new Map(left), removed, 'remove');
}

async function playGoneDefault(scene: Scene): Promise<void> {
  const list = base(scene).list;
  await run(scene, flagsOf(scene, 'plus'));
  const chosen = pictureOf(scene);
  const without = { list: list.filter(({ id }) => id !== 'plus') };
  const outcome = await call(scene, { ...base(scene), ...without, command: 'refresh' });
  assert.equal(outcome.error, null);
  const isMoved = outcome.notes.some((note) => note.includes('is the default now'));
  const again = await call(scene, { ...base(scene), ...without, command: 'refresh' });
  assert.equal(again.status, 'unchanged');
  if (isMoved) {
    await call(scene, { ...base(scene), command: 'undo' });
    comparePictures(pictureOf(scene), chosen, 'undo');
    const stays = await call(scene, { ...base(scene), ...without, command: 'refresh' });
    assert(!stays.notes.some((note) => note.includes('is the default now')), 'it moves on once');
  }
  assert.equal((await call(scene, { ...base(scene), command: 'remove' })).error, null);
  comparePictures(pictureOf(scene), scene.one.removed, 'remove');
}

/** By each refresh, in a sentence: what left, and what the tool starts with now or how to choose that. */
async function playNamed(scene: Scene): Promise<void> {
  const shorter = { list: base(scene).list.filter(({ id }) => id !== 'plus'), command: 'refresh' } as const;
  const told = async (one: Scene) => {
    const { error, notes } = await call(one, { ...base(one), ...shorter });
    assert.equal(error, null);
    return notes.filter((note) => /is no(?:t| longer) in the gateway's list/.test(note));
  };
  const other = sceneOf(scene.suite, scene.one);
  await run(other, flagsOf(other, 'plus'));
  const ofDefault = await told(other);
  assert(ofDefault.length > 0, 'a default that left is named');
  const moved = /^the default "[^"]*plus" is no longer in the gateway's list: "[^"]*lite" is the default now$/i;
  const [one = ''] = ofDefault;
  const isMoved = moved.test(one);
  for (const note of ofDefault)
    assert.match(note, isMoved ? moved : /"plus" is no.*: choose .* --default$/, 'one voice');
  // A model of that name is the user's own.
  if ([...scene.one.before.values()].some((bytes) => /\bplus\b/.test(textOf(bytes)))) return;
  const isPicked = await pick(scene);
  for (const _ of ['at once', 'later']) {
    const ofPick = await told(scene);
    assert.equal(ofPick.length > 0, isPicked, 'a pick that left is named');
    for (const note of ofPick) assert.match(note, /"[^"]*plus".* in the gateway's list: .*--default$/i);
  }
}
