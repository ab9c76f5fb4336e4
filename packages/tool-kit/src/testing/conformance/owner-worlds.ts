import assert from 'node:assert/strict';
import type { Picture } from './case.ts';
import { call, comparePictures, home, key, pictureOf, sceneOf, type Scene } from './scene.ts';
import { base, loseLedger, run } from './world-steps.ts';
import type { World } from './worlds.ts';

/** Whose is it: what stood there before us, what another home holds, what only half came about. */
export const ownerWorlds: readonly World[] = [
  { name: 'made by hand for the same gateway, with a key of its own', play: playByHand },
  { name: 'the chosen default stood there before us', play: playEqual },
  { name: 'a home folder that was copied', play: playCopiedHome },
  { name: 'a tool that is half written', appliesTo: ({ files }) => files.length > 1, play: playHalf },
  { name: 'two gateways in turn, removed in any order', play: playInTurn },
  { name: 'a model of ours that was picked in the tool', play: playPicked },
  { name: 'a default of ours that left the list', play: playGoneDefault },
  { name: 'a default or a pick of ours that left the list is named', play: playNamed },
  { name: 'all that we know is lost: remove takes all of a tool or nothing', play: playAllLost },
  {
    name: 'all that we know is lost: set up again, remove leaves what stood there or says what it leaves',
    play: playAgain,
  },
];

const second = { gateway: { name: 'second', apiRoot: 'https://second.example.test/v1' } };

function flagsOf(scene: Scene, chosen: string | undefined) {
  return { flags: { default: chosen, takeOver: true, project: scene.one.project ?? false } };
}

async function playByHand({ suite, one }: Scene): Promise<void> {
  // Nobody makes a hook by hand that calls our command.
  const { atStart: _, ...tool } = suite.tool;
  const scene = sceneOf({ ...suite, tool }, one);
  await run(scene, flagsOf(scene, 'plus'));
  const written = pictureOf(scene);
  forgetAll(scene);
  for (const [path, bytes] of written) putByHand(scene, path, bytes);
  const byHand = pictureOf(scene);
  // Where no key stands in a file, a block that is the same to the last sign is ours; so is one with a call of us.
  if (isSame(byHand, written) && (!scene.suite.tool.exclusive || callsUs(written))) return;
  await call(scene, { ...base(scene), command: 'remove' });
  comparePictures(pictureOf(scene), byHand, 'remove of what was never written');
  const outcome = await run(scene, flagsOf(scene, 'plus'));
  if (outcome.error === null) await call(scene, { ...base(scene), command: 'remove' });
  comparePictures(pictureOf(scene), byHand, 'set up and removed');
}

function callsUs(picture: Picture): boolean {
  return [...picture.values()].some((bytes) => textOf(bytes).includes('modelrack.js'));
}

function putByHand({ fs }: Scene, path: string, bytes: Uint8Array): void {
  const text = textOf(bytes);
  if (fs.stat(`${home}/${path}`).kind !== 'file') return;
  fs.put(
    `${home}/${path}`,
    text.replaceAll('MODELRACK_API_KEY', 'HAND_MADE_KEY').replaceAll(key, 'sk-made-by-hand-0123'),
  );
}

/** State, configuration and cache. */
function forgetAll({ fs }: Scene): void {
  for (const path of Object.keys(fs.tree())) {
    if (/\/modelrack\/(?:ledger|backups|config\.jsonc|keys)/.test(path) && fs.stat(path).kind === 'file')
      fs.remove(path);
  }
}

function isSame(one: Picture, other: Picture): boolean {
  return [...one].every(([path, bytes]) => Buffer.compare(bytes, other.get(path) ?? new Uint8Array()) === 0);
}

/** What says that the default is chosen, and nothing else of ours: by the difference that another default makes. */
async function playEqual(scene: Scene): Promise<void> {
  const other = sceneOf(scene.suite, scene.one);
  await run(other, flagsOf(other, 'lite'));
  const lite = linesOf(pictureOf(other));
  await run(scene, flagsOf(scene, 'plus'));
  // The user's words, which no removal takes: a model of another name.
  for (const [path, bytes] of pictureOf(scene)) {
    const text = textOf(bytes);
    const changed = text.split('\n').map((line) => (lite.has(line) ? line : line.replaceAll('plus', 'pl-us')));
    if (changed.join('\n') !== text) scene.fs.put(`${home}/${path}`, changed.join('\n'));
  }
  await call(scene, { ...base(scene), command: 'remove' });
  for (const [path, bytes] of pictureOf(scene)) {
    const text = textOf(bytes);
    if (text.includes('pl-us')) scene.fs.put(`${home}/${path}`, text.replaceAll('pl-us', 'plus'));
  }
  forgetAll(scene);
  const equal = pictureOf(scene);
  const outcome = await run(scene, flagsOf(scene, 'plus'));
  if (outcome.error === null) await call(scene, { ...base(scene), command: 'remove' });
  comparePictures(pictureOf(scene), equal, 'remove leaves what stood there');
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function linesOf(picture: Picture): ReadonlySet<string> {
  return new Set([...picture.values()].flatMap((bytes) => textOf(bytes).split('\n')));
}

const elsewhere = '/home/u';

async function playCopiedHome(scene: Scene): Promise<void> {
  const { fs, one } = scene;
  await run(scene, flagsOf(scene, undefined));
  const here = pictureOf(scene);
  for (const path of Object.keys(fs.tree())) {
    if (path.startsWith(`${home}/`) && fs.stat(path).kind === 'file') {
      fs.put(elsewhere + path.slice(home.length), { content: fs.read(path), mode: fs.stat(path).mode });
    }
  }
  const there = { ...base(scene), ...flagsOf(scene, undefined), home: elsewhere, cwd: `${elsewhere}/project` };
  for (const command of ['refresh', 'remove'] as const) {
    assert.equal((await call(scene, { ...there, command })).error, null);
    comparePictures(pictureOf(scene), here, `${command} in the copy leaves the original alone`);
  }
  const left = [...pictureOf({ ...scene, home: elsewhere })].filter(([path]) => here.has(path));
  comparePictures(new Map(left), new Map([...one.removed].filter(([path]) => here.has(path))), 'the copy');
}

/** The run ended before its last file: that is as it was, and nobody noted it. */
async function playHalf(scene: Scene): Promise<void> {
  const { fs, one } = scene;
  await run(scene, flagsOf(scene, undefined));
  const written = [...pictureOf(scene)].filter(
    ([path, bytes]) => Buffer.compare(bytes, one.before.get(path) ?? new Uint8Array()) !== 0,
  );
  const last = lastOf(
    scene,
    written.map(([path]) => path),
  );
  if (written.length < 2 || last === undefined) return;
  const before = one.before.get(last);
  if (before === undefined) {
    fs.remove(`${home}/${last}`);
    const folder = `${home}/${last}`.replace(/\/[^/]*$/, '');
    if (fs.list(folder).length === 0) fs.removeFolder(folder);
  } else fs.put(`${home}/${last}`, { content: before, mode: 0o644 });
  for (const path of Object.keys(fs.tree())) {
    const isRecord =
      /\/ledger\/[0-9a-f]{64}\.json$/.test(path) && fs.text(path)?.includes(JSON.stringify(`${home}/${last}`));
    if (isRecord === true || path.endsWith('/config.jsonc')) fs.remove(path);
  }
  assert.equal((await call(scene, { ...base(scene), command: 'remove' })).error, null);
  comparePictures(pictureOf(scene), one.removed, 'remove');
}

/** By the order in which the tool's files are written. */
function lastOf({ suite }: Scene, paths: readonly string[]): string | undefined {
  const { files, atStart = [] } = suite.tool;
  const hooks = atStart.flatMap(({ file }) => (typeof file === 'string' ? [] : [file]));
  // Without what comes from the connection.
  const names = [...files, ...hooks].flatMap(({ places }) =>
    places.map((place) => /[^/}]*$/.exec(Object.values(place).join('/'))?.[0] ?? ''),
  );
  return names.toReversed().flatMap((name) => paths.filter((path) => path.endsWith(name)))[0];
}

async function playInTurn(scene: Scene): Promise<void> {
  const orders = [
    [{}, second],
    [second, {}],
  ];
  for (const order of orders) {
    const fresh = sceneOf(scene.suite, scene.one);
    assert.equal((await run(fresh, flagsOf(fresh, 'lite'))).error, null);
    assert.equal((await run(fresh, { ...second, ...flagsOf(fresh, 'plus') })).error, null);
    assert.equal((await run(fresh, flagsOf(fresh, 'lite'))).error, null);
    for (const gateway of order) {
      assert.equal((await call(fresh, { ...base(fresh), ...gateway, command: 'remove' })).error, null);
    }
    comparePictures(pictureOf(fresh), scene.one.removed, 'both are removed');
  }
}

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

async function playAllLost(scene: Scene): Promise<void> {
  await run(scene, {});
  const written = pictureOf(scene);
  forgetAll(scene);
  loseLedger(scene);
  await call(scene, { ...base(scene), command: 'remove' });
  checkWhole(scene, written);
}

/** All of it is gone, or nothing. */
function checkWhole(scene: Scene, written: Picture, notes?: readonly string[]): void {
  const left = pictureOf(scene);
  if (isSame(written, left)) {
    if (notes !== undefined)
      assert.match(notes.join(), /stays?(?:, with a key)?: there is no record that modelrack wrote it/);
    return;
  }
  for (const [path, bytes] of left) {
    if (scene.one.before.has(path) && path.includes('modelrack')) continue;
    assert.doesNotMatch(textOf(bytes), /gw\.example\.test|modelrack|sk-test-key/, `${path}: half of it is left`);
  }
}

async function playAgain(scene: Scene): Promise<void> {
  await run(scene, {});
  const written = pictureOf(scene);
  forgetAll(scene);
  loseLedger(scene);
  assert.equal((await run(scene, {})).error, null);
  comparePictures(pictureOf(scene), written, 'set up again');
  const { error, notes } = await call(scene, { ...base(scene), command: 'remove' });
  assert.equal(error, null);
  checkWhole(scene, written, notes);
}
