import type { Path } from '@modelrack/config-edit';
import { expect } from 'vitest';
import { edited, type Edit } from './edits.ts';
import { expectKept, expectUsers, partsOf } from './expected.ts';
import { editInside, type InsideEdit, type Kept } from './inside.ts';
import type { Life, Step } from './life-in.ts';
import { isTold, lossOf, withLoss } from './loss.ts';
import { writeOwnDefault, type OwnDefault } from './own-default.ts';
import { hasOurServer } from './servers.ts';
import {
  copyOf,
  forkOf,
  gateways,
  loseConfig,
  loseState,
  recordsOf,
  runIn,
  textsOf,
  writeIn,
  type Asked,
  type GatewayName,
  type Home,
  type Texts,
} from './home.ts';

export async function live(life: Life, step: Step): Promise<void> {
  if (step.kind === 'edit') editBoth(life, step.edit);
  else if (step.kind === 'key') life.key = step.value;
  else if (step.kind === 'setup') await setUp(life, step);
  else if (step.kind === 'refresh') await refreshAll(life, step.ids);
  else if (step.kind === 'remove') await remove(life, step.gateway);
  else if (step.kind === 'undo') await undo(life);
  else if (step.kind === 'lose') await lose(life, step);
  else if (step.kind === 'turn') await takeTurns(life, step);
  else if (step.kind === 'copy') await liveInCopy(life);
  else if (step.kind === 'pick') await pick(life, step.id);
  else if (step.kind === 'inside') await writeInside(life, step.edit);
  else if (step.kind === 'own') await writeOwn(life, step.own);
  else move(life);
  await expectKept(life, step.kind);
}

async function setUp(life: Life, step: Step & { kind: 'setup' }): Promise<void> {
  const { gateway, ids } = step;
  life.ids[gateway] = ids;
  const chosen = step.default !== undefined && ids.includes(step.default) ? step.default : undefined;
  const outcome = await writing(life, gateway, { command: 'setup', default: chosen, mcp: step.mcp });
  expect(outcome.error).toBeNull();
  const { setUp: names } = life;
  if (names.includes(gateway)) names.splice(names.indexOf(gateway), 1);
  names.push(gateway);
  expectServer(life, gateway, step.mcp);
  await changesNothing(life, gateway, 'setup');
}

/** As it was asked for. */
function expectServer({ home }: Life, gateway: GatewayName, mcp: boolean | undefined): void {
  // The files of servers belong to the tool's usual place.
  if (mcp === undefined || home.tool.mcp === undefined || home.place !== 'usual') return;
  expect(hasOurServer(textsOf(home), gateway), `a server of ${gateway}`).toBe(mcp);
}

async function refreshAll(life: Life, ids: readonly string[]): Promise<void> {
  for (const gateway of life.setUp) {
    life.ids[gateway] = ids;
    const { error } = await writing(life, gateway, { command: 'refresh' });
    // A refresh switches no tool over.
    expect(life.home.tool.exclusive && error?.code === 'needs-consent' ? null : error).toBeNull();
  }
  for (const gateway of life.setUp) await changesNothing(life, gateway, 'refresh');
}

async function changesNothing(life: Life, gateway: GatewayName, command: 'setup' | 'refresh'): Promise<void> {
  const before = textsOf(life.home);
  const outcome = await runIn(life.home, { command, gateway, ids: life.ids[gateway], key: life.key });
  if (outcome.error?.code === 'needs-consent') return;
  expect(Object.fromEntries(textsOf(life.home)), `a second ${command}`).toEqual(Object.fromEntries(before));
  expect(outcome.status).toBe('unchanged');
}

async function remove(life: Life, gateway: GatewayName): Promise<void> {
  const { error } = await writing(life, gateway, { command: 'remove' });
  // Without our record it asks for a set-up first where something among what is ours may be the user's.
  const isUnsure = life.isFrameLost && (life.kept.length > 0 || life.hasGonePick);
  const isRefused = isUnsure && error?.code === 'file-not-ours';
  if (isRefused) await writing(life, gateway, { command: 'setup' });
  expect(isRefused ? (await writing(life, gateway, { command: 'remove' })).error : error).toBeNull();
  const { setUp: names } = life;
  if (names.includes(gateway)) names.splice(names.indexOf(gateway), 1);
  if (names.length === 0) await expectUsers(life, 'remove');
}

function isSamePath(one: Path, other: Path): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function writeInside(life: Life, edit: InsideEdit): Promise<void> {
  const made = await editInside(life.home, edit);
  if (made === undefined) return;
  const isOther = ({ file, path }: Kept) => file !== made.file || !isSamePath(path, made.path);
  life.kept = [...life.kept.filter(isOther), made];
  forgetPast(life);
}

/** By hand, in whatever state the files are. */
async function writeOwn(life: Life, own: OwnDefault): Promise<void> {
  // A second time that would be what was theirs all along.
  if (own === undefined && life.ownDefaults.length > 0) return;
  const gateway = life.setUp.at(-1) ?? 'modelrack';
  const asked = { gateway, ids: life.ids[gateway], key: life.key };
  const written = await writeOwnDefault(life.home, life.users, { asked, own });
  if (written === undefined) return;
  const { users, places, kept } = written;
  life.users = users;
  const known = life.ownDefaults.filter(({ path }) => !places.some((one) => isSamePath(one.path, path)));
  life.ownDefaults = [...known, ...kept];
  forgetPast(life);
}

async function writing(life: Life, gateway: GatewayName, asked: Pick<Asked, 'command' | 'default' | 'mcp'>) {
  const before = textsOf(life.home);
  const last = lastWrite(life.home);
  const outcome = await runIn(life.home, { ...asked, gateway, ids: life.ids[gateway], key: life.key });
  if (lastWrite(life.home) > last) life.past.push({ gateway, before });
  return outcome;
}

/** When it was; a record that only came along with its home is none. */
function lastWrite(home: Home): string {
  const writes = recordsOf(home).flatMap(({ stack }) => (stack as { readonly at: string }[]).slice(-1));
  return writes.reduce((last, { at }) => (at > last ? at : last), '');
}

async function undo(life: Life): Promise<void> {
  const last = life.past.pop();
  if (last === undefined) return;
  const now = textsOf(life.home);
  const { gateway, before } = last;
  const asked = { command: 'undo' as const, gateway, ids: life.ids[gateway], key: life.key };
  const outcome = await runIn(life.home, asked);
  expect(outcome.error).toBeNull();
  const isPassedOver = outcome.notes.some((note) => /was not kept|nothing to undo/.test(note));
  if (isPassedOver) {
    expect(textsOf(life.home), 'passed over').toEqual(now);
    forgetPast(life);
  } else if (before !== undefined) {
    // Beside an edit, what comes back of ours may come in another order.
    const shown = (texts: Texts) =>
      last.isEdited === true ? partsOf(texts, life.isFrameLost) : Object.fromEntries(texts);
    expect(shown(textsOf(life.home)), 'undo').toEqual(shown(before));
  }
  life.setUp.splice(0, Infinity, ...ownersIn(life.home, life.setUp));
}

/** What an undo brings back from here on has something in it that is kept nowhere. */
function forgetPast(life: Life): void {
  life.past = life.past.map(({ gateway }) => ({ gateway, before: undefined }));
}

/** Who is in the files now, the one that was set up last at the end. */
function ownersIn(home: Home, order: readonly GatewayName[]): GatewayName[] {
  const names = recordsOf(home).flatMap(({ owners }) => Object.keys(owners as object));
  return gateways.filter((name) => names.includes(name)).toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
}

/**
 * What equals the live list is adopted, so the files are in step with it. What only the record knew is lost: a value of
 * the user's that we replaced, and whose an empty frame is.
 */
async function lose(life: Life, { what = 'state', next = 'setup', mcp }: Step & { kind: 'lose' }): Promise<void> {
  await setUpAgain(life);
  const known = JSON.stringify(recordsOf(life.home).map(({ owners }) => owners));
  // Of a model that is in no list any more only its gateway's name tells whose it is.
  if (life.hasBarePick && known.includes('"moved"')) return;
  const { users, loose, words, replaced } = await lossOf(life);
  // Beside something of the user's, what bears our name alone may be theirs as well; so may a model that nobody lists.
  life.hasGonePick ||= known.includes('"moved":"back"');
  const isOursAlone = [...life.kept, ...life.ownDefaults].length === 0 && !life.hasGonePick;
  const isAll = what === 'all' && isOursAlone && isTold(life.home, life.users, life.setUp);
  life.users = users;
  life.lost = withLoss(life.lost, { loose, words });
  life.ownDefaults = life.ownDefaults.filter(
    ({ file, path }) => !replaced.some((one) => one.file === file && isSamePath(one.path, path)),
  );
  loseState(life.home);
  if (isAll) loseConfig(life.home);
  life.past.splice(0);
  life.isFrameLost = true;
  const fork: Life = { ...life, home: forkOf(life.home), past: [] };
  await setUpAgain(fork);
  // What is adopted as a word that fills a gap may have been the user's, equal to ours.
  life.lost = withLoss(life.lost, await lossOf(fork));
  const isOneOfTwo = life.home.tool.exclusive && life.setUp.length > 1;
  // Of rows that leave the list before anything is adopted nobody could tell who wrote them.
  if (next === 'setup' || isAll || (next === 'refresh' && isOneOfTwo)) await setUpAgain(life, mcp);
  else if (next === 'refresh')
    for (const gateway of life.setUp) expect((await writing(life, gateway, { command: 'refresh' })).error).toBeNull();
  else for (const gateway of life.setUp.toReversed()) await remove(life, gateway);
}

async function takeTurns(life: Life, { ids, default: chosen }: Step & { kind: 'turn' }): Promise<void> {
  const top = life.setUp.at(-1) ?? 'second';
  const other = gateways.find((name) => name !== top) ?? top;
  await setUp(life, { kind: 'setup', gateway: other, ids, default: chosen });
  await setUp(life, { kind: 'setup', gateway: top, ids, default: undefined });
  await setUp(life, { kind: 'setup', gateway: other, ids, default: chosen });
}

async function setUpAgain(life: Life, mcp?: boolean): Promise<void> {
  for (const gateway of life.setUp) await writing(life, gateway, { command: 'setup', mcp });
  for (const gateway of life.setUp) expectServer(life, gateway, mcp);
}

/** In a copy all works as here, and nothing here changes. */
async function liveInCopy(life: Life): Promise<void> {
  const here = textsOf(life.home);
  life.copies += 1;
  const home = copyOf(life.home, `${life.home.path}-${life.copies}`);
  const other: Life = { ...life, home, past: [], setUp: [...life.setUp], ids: { ...life.ids } };
  await refreshAll(other, life.ids.modelrack);
  for (const gateway of [...other.setUp].toReversed()) await remove(other, gateway);
  expect(textsOf(life.home), 'the original').toEqual(here);
}

/** Under another name; what an undo brings back may still have the old one in it. */
function move(life: Life): void {
  life.copies += 1;
  life.home = copyOf(life.home, `${life.home.path}-${life.copies}`, true);
  forgetPast(life);
}

/** In the tool: it writes what a set-up with that default writes. */
async function pick(life: Life, id: string): Promise<void> {
  const gateway = life.setUp.at(-1);
  if (gateway === undefined || !life.ids[gateway].includes(id)) return;
  const asked = { command: 'setup' as const, gateway, ids: life.ids[gateway], key: life.key };
  await writing(life, gateway, { command: 'setup' });
  const fork = forkOf(life.home);
  const { models } = await runIn(fork, { ...asked, default: id });
  // What bears that name is no model of ours.
  if (models.protected.some((one) => one.id === id && one.why !== 'edited')) return;
  const now = textsOf(life.home);
  const picked = [...textsOf(fork)].filter(([name, text]) => now.get(name) !== text);
  for (const [name, text] of picked) writeIn(life.home, name, text);
  const lines = picked.flatMap(([name, text]) => {
    const known = (now.get(name) ?? '').split('\n');
    return text.split('\n').filter((line) => !known.includes(line));
  });
  if (lines.length > 0 && !lines.some((line) => line.includes(gateway))) life.hasBarePick = true;
  if (picked.length === 0) return;
  life.hasPick = true;
  forgetPast(life);
}

function editBoth(life: Life, edit: Edit): void {
  const known = life.past.flatMap(({ before }) => (before === undefined ? [] : [before]));
  const now = textsOf(life.home);
  const places = edited(edit, { users: life.users, also: [now, ...known] });
  if (places === undefined) return;
  const [users, here, ...past] = places;
  if (users === undefined || here === undefined) return;
  for (const [name, text] of here) if (now.get(name) !== text) writeIn(life.home, name, text);
  life.users = users;
  life.past = life.past.map(({ gateway, before }) => ({
    gateway,
    before: before === undefined ? undefined : past.shift(),
    isEdited: true,
  }));
}
