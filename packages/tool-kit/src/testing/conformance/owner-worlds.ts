import assert from 'node:assert/strict';
import type { Picture } from './case.ts';
import { call, comparePictures, home, key, pictureOf, sceneOf, type Scene } from './scene.ts';
import { base, lastName, loseLedger, run } from './world-steps.ts';
import type { World } from './worlds.ts';

/** Whose is it: what stood there before us, what another home holds, what only half came about. */
export const ownerWorlds: readonly World[] = [
  { name: 'made by hand for the same gateway, with a key of its own', play: playByHand },
  { name: 'the chosen default stood there before us', play: playEqual },
  { name: 'a home folder that was copied', play: playCopiedHome },
  { name: 'a tool that is half written', play: playHalf },
  { name: 'undo of a removal: all of a tool or nothing', play: playUndone },
  { name: 'two gateways in turn, removed in any order', play: playInTurn },
  { name: 'all that we know is lost: remove takes all of a tool or nothing', play: playAllLost },
  {
    name: 'all that we know is lost: set up again, remove leaves what stood there or says what it leaves',
    play: playAgain,
  },
];

const second = {
  gateway: { name: 'second', apiRoot: 'https://second.example.test/v1' },
  // Another gateway wants another key.
  key: { from: 'env' as const, value: 'sk-test-second-0123456789abcdef' },
};

export function flagsOf(scene: Scene, chosen: string | undefined) {
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

export function isSame(one: Picture, other: Picture): boolean {
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

export function textOf(bytes: Uint8Array): string {
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

/** The run ended before its last file, or before our configuration: that is as it was, and nobody noted it. */
async function playHalf(scene: Scene): Promise<void> {
  for (const missing of ['the last file', 'our configuration']) {
    const fresh = sceneOf(scene.suite, scene.one);
    const { flags } = flagsOf(fresh, undefined);
    await run(fresh, { flags: { ...flags, ...(missing === 'the last file' ? {} : { mcp: true }) } });
    if (missing === 'the last file') takeLastBack(fresh);
    for (const path of Object.keys(fresh.fs.tree())) if (path.endsWith('/config.jsonc')) fresh.fs.remove(path);
    assert.equal((await call(fresh, { ...base(fresh), command: 'remove' })).error, null);
    comparePictures(pictureOf(fresh), scene.one.removed, `remove, without ${missing}`);
  }
}

/** With its record. */
function takeLastBack(scene: Scene): void {
  const { fs, one } = scene;
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
    if (isRecord === true) fs.remove(path);
  }
}

/** By the order in which the tool's files are written. */
function lastOf({ suite }: Scene, paths: readonly string[]): string | undefined {
  const { files, atStart = [] } = suite.tool;
  const hooks = atStart.flatMap(({ file }) => (typeof file === 'string' ? [] : [file]));
  const names = [...files, ...hooks].flatMap(({ places }) => places.map(lastName));
  return names.toReversed().flatMap((name) => paths.filter((path) => path.endsWith(name)))[0];
}

async function playUndone(scene: Scene): Promise<void> {
  await run(scene, flagsOf(scene, 'plus'));
  const whole = pictureOf(scene);
  assert.equal((await call(scene, { ...base(scene), command: 'remove' })).error, null);
  comparePictures(pictureOf(scene), scene.one.removed, 'remove');
  await call(scene, { ...base(scene), command: 'undo' });
  const undone = pictureOf(scene);
  if (undone.size === scene.one.removed.size && isSame(undone, scene.one.removed)) return;
  comparePictures(undone, whole, 'undo');
  assert.equal((await call(scene, { ...base(scene), command: 'remove' })).error, null);
  comparePictures(pictureOf(scene), scene.one.removed, 'remove, again');
}

async function playInTurn(scene: Scene): Promise<void> {
  for (const isEdited of [false, true]) {
    for (const order of [
      [{}, second],
      [second, {}],
    ]) {
      const fresh = sceneOf(scene.suite, scene.one);
      assert.equal((await run(fresh, flagsOf(fresh, 'lite'))).error, null);
      assert.equal((await run(fresh, { ...second, ...flagsOf(fresh, 'plus') })).error, null);
      assert.equal((await run(fresh, flagsOf(fresh, 'lite'))).error, null);
      const edited = isEdited ? editAll(fresh) : [];
      for (const gateway of order) {
        assert.equal((await call(fresh, { ...base(fresh), ...gateway, command: 'remove' })).error, null);
      }
      if (isEdited) checkEdited(fresh, edited);
      else comparePictures(pictureOf(fresh), scene.one.removed, 'both are removed');
    }
  }
}

/** A line of the user's own at the end of what they have: no file comes back as a whole. */
function editAll({ fs, one }: Scene): readonly string[] {
  const mine = [...one.removed.keys()].filter((path) => fs.stat(`${home}/${path}`).kind === 'file');
  for (const path of mine) fs.put(`${home}/${path}`, `${fs.text(`${home}/${path}`)}\n`);
  return mine;
}

function checkEdited(scene: Scene, edited: readonly string[]): void {
  const expected = new Map(scene.one.removed);
  for (const path of edited) expected.set(path, Buffer.concat([expected.get(path) ?? new Uint8Array(), lineEnd]));
  comparePictures(pictureOf(scene), expected, 'both are removed, beside an edit');
}

const lineEnd = new TextEncoder().encode('\n');

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
