import { findNode, loadEditor, toJson, type Json, type Path } from '@modelrack/config-edit';
import { forkOf, recordsOf, runIn, textsOf, writeIn, type Asked, type Home, type Texts } from './home.ts';
import { isSlot, type Kept } from './inside.ts';
import { documentOf } from './servers.ts';

/** What the user writes by hand as their default, be it over one of ours; undefined: they take it out. */
export type OwnDefault = 'mine/one' | 'mine/two' | undefined;

interface Written {
  /** With that edit in them. */
  readonly users: Texts;
  /** What was written. */
  readonly places: readonly Kept[];
  /** Where the user had nothing before, a place cannot be foretold to the byte. */
  readonly kept: readonly Kept[];
}
type Asking = Omit<Asked, 'command' | 'default'>;

/** Does it, and says what the user alone would have then; undefined: it cannot be done there. */
export async function writeOwnDefault(
  home: Home,
  users: Texts,
  { asked, own }: { asked: Asking; own: OwnDefault },
): Promise<Written | undefined> {
  const places = await placesOf(home, users, { asked, own });
  const [first] = places;
  const now = first === undefined ? undefined : textsOf(home).get(first.file);
  if (first === undefined || now === undefined) return undefined;
  const theirs = users.get(first.file) ?? '';
  const known = await standingIn(home, places, theirs);
  const isWhole = known.length === places.length;
  // What is taken out leaves no container behind only at the top.
  const isBare = places.every(({ path }) => path.length === 1);
  const isOut = isBare && isWhole && (await standingIn(home, places, now)).length === places.length;
  if (own === undefined && !isOut) return undefined;
  writeIn(home, first.file, await withValues(home, places, { text: now, own }));
  if (known.length === 0) return { users, places, kept: places };
  const text = await withValues(home, known, { text: theirs, own });
  return { users: new Map(users).set(first.file, text), places, kept: isWhole ? [] : places };
}

async function standingIn({ tool }: Home, places: readonly Kept[], text: string): Promise<readonly Kept[]> {
  if (places[0] === undefined) return [];
  const { root } = await documentOf(tool, places[0].spec, text);
  return places.filter(({ path }) => findNode(root, path)?.kind === 'scalar');
}

async function withValues({ tool }: Home, places: readonly Kept[], { text, own }: { text: string; own: OwnDefault }) {
  const document = await documentOf(tool, places[0]?.spec ?? '', text);
  const editor = await loadEditor(document.format);
  const edits = places.map(({ path, value }) =>
    own === undefined ? ({ op: 'remove', path } as const) : ({ op: 'set', path, value } as const),
  );
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(editor.edit(document, edits).bytes);
}

/**
 * Where the tool keeps the model that it starts with, and what the user puts there: what a set-up writes for one default
 * and not for another. What goes with it, as a field that names the gateway, is again what the user had. All in one file.
 */
async function placesOf(home: Home, users: Texts, { asked, own }: { asked: Asking; own: OwnDefault }) {
  const [one, other] = [await valuesWith(home, asked, asked.ids[0]), await valuesWith(home, asked, asked.ids[1])];
  const none = await valuesWith(home, asked, undefined);
  const models = [...one].flatMap(([key, place]) => (place.value === other.get(key)?.value ? [] : [place]));
  const parents = new Set(models.map(({ path }) => JSON.stringify(path.slice(0, -1))));
  const file = models[0]?.file ?? '';
  const theirs = await documentOf(home.tool, models[0]?.spec ?? home.tool.files[0]?.id ?? '', users.get(file) ?? '');
  return [...one].flatMap(([key, seen]): readonly Kept[] => {
    const { isSeen, ...place } = seen;
    if (place.file !== file) return [];
    if (models.includes(seen)) return [{ ...place, value: own ?? '' }];
    const isBeside = place.value === asked.gateway && parents.has(JSON.stringify(place.path.slice(0, -1)));
    const had = findNode(theirs.root, place.path);
    // What the tool itself wrote there for a pick of ours stands there whatever is set up, and goes with that pick.
    const isPicked = isSeen && had?.kind === 'scalar' && had.value !== place.value;
    const isGone = isBeside || isPicked || place.value !== none.get(key)?.value;
    return isGone ? [{ ...place, value: had ? toJson(had) : 'mine' }] : [];
  });
}

/** The texts that we write outside of our own block, where what the user makes of one is written anew. */
async function valuesWith(
  home: Home,
  asked: Asking,
  id: string | undefined,
): Promise<ReadonlyMap<string, Kept & { isSeen: boolean }>> {
  const fork = forkOf(home);
  await runIn(fork, { ...asked, command: 'setup', default: id });
  // Once that run has found a model of ours picked there, it is no longer only seen.
  const seen = claimsIn(home, asked.gateway).filter(({ claim }) => 'isSeen' in claim);
  const found = new Map<string, Kept & { isSeen: boolean }>();
  for (const { file, spec, key, claim } of claimsIn(fork, asked.gateway)) {
    const { root } = await documentOf(home.tool, spec, textsOf(fork).get(file) ?? '');
    const place = JSON.parse(key) as Path;
    const node = findNode(root, place);
    const value: Json = node === undefined ? null : toJson(node);
    const isOwnBlock = `${file} ${key}`.includes(asked.gateway) || isSlot(place);
    const isSeen = 'isSeen' in claim || seen.some((one) => one.file === file && one.key === key);
    if ((isSeen || 'print' in claim) && !('id' in claim) && typeof value === 'string' && !isOwnBlock)
      found.set(`${file} ${key}`, { file, spec, path: place, value, isSeen });
  }
  return found;
}

/** What the record of these files knows of one gateway. */
function claimsIn(home: Home, gateway: string) {
  return recordsOf(home).flatMap((record) => {
    // Our own ledger, as this very run wrote it.
    const { path, spec, owners } = record as { path: string; spec: string; owners: Record<string, { claims: object }> };
    if (!path.startsWith(`${home.path}/`) || !home.tool.files.some((one) => one.id === spec)) return [];
    const file = path.slice(home.path.length + 1);
    const claims: readonly [string, object][] = Object.entries(owners[gateway]?.claims ?? {});
    return claims.map(([key, claim]) => ({ file, spec, key, claim }));
  });
}
