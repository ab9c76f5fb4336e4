import { equalsJson, findNode, loadEditor, toJson, type Document, type Json, type Path } from '@modelrack/config-edit';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { recordsOf, textsOf, type Home, type Texts } from './home.ts';
import { filled } from './inside.ts';
import { documentOf, isInServers, specsOf } from './servers.ts';

/** What a loss of our record takes from the user, and what nobody can tell any more. */
export interface Loss {
  /** Without what only the record knew: a value of theirs that we had replaced is gone from the disk. */
  readonly users: Texts;
  /** By file, which one of the tool's it is: what stood between empty brackets, and in which lines, is not known. */
  readonly loose: ReadonlyMap<string, string>;
  /** Written by us where nothing stood. A word that says nothing of us may stay. */
  readonly words: readonly Place[];
  readonly replaced: readonly Place[];
}
export interface Place {
  readonly file: string;
  readonly path: Path;
}
interface Claim {
  readonly print?: string;
  readonly fields?: object;
  readonly before?: { readonly value: Json };
  readonly isOptional?: true;
  readonly isSeen?: true;
  readonly container?: string;
}
interface Known {
  readonly file: string;
  readonly spec: string;
  readonly gateway: string;
  readonly path: Path;
  readonly claim: Claim;
}

function knownIn(home: Home): readonly Known[] {
  return recordsOf(home).flatMap((record) => {
    // Our own ledger, as this very run wrote it.
    const { path, spec, owners } = record as { path: string; spec: string; owners: Record<string, { claims: object }> };
    // It may be one of before the home moved.
    const file = path.slice(String(record['home']).length + 1);
    return Object.entries(owners).flatMap(([gateway, { claims }]) =>
      Object.entries(claims).map(([key, claim]: [string, Claim]) => {
        return { file, spec, gateway, path: JSON.parse(key) as Path, claim };
      }),
    );
  });
}

interface Before {
  readonly home: Home;
  readonly users: Texts;
  readonly hasPick: boolean;
}
type Unsure = Pick<Loss, 'loose' | 'words'>;

/** After one more loss. */
export function withLoss(known: Unsure, { loose, words }: Unsure): Unsure {
  return { loose: new Map([...known.loose, ...loose]), words: [...known.words, ...words] };
}

export async function lossOf({ home, users, hasPick }: Before): Promise<Loss> {
  const known = knownIn(home).filter(({ spec }) => specsOf(home.tool).some(({ id }) => id === spec));
  const now = textsOf(home);
  const loose = new Map<string, string>();
  const left = new Map(users);
  const replaced: Place[] = [];
  for (const [file, spec] of new Map(known.map((one) => [one.file, one.spec]))) {
    const here = known.filter((one) => one.file === file);
    const covered = await coveredIn(home.tool, { spec, text: now.get(file) ?? '' }, here);
    const isUnsure = here.some(
      ({ claim }) => claim.isOptional === true || (claim.container ?? '') !== '' || (hasPick && claim.isSeen === true),
    );
    if (!isUnsure && covered.length === 0) continue;
    loose.set(file, spec);
    replaced.push(...covered);
    const text = users.get(file);
    if (text !== undefined) left.set(file, await without(home.tool, { spec, text }, covered));
  }
  return { users: left, loose, words: known.filter(({ claim }) => claim.isOptional === true), replaced };
}

/** Where something else stands now than before us. */
async function coveredIn(
  tool: ToolDefinition,
  { spec, text }: { spec: string; text: string },
  known: readonly Known[],
): Promise<readonly Known[]> {
  const { root } = await documentOf(tool, spec, text);
  return known.filter(({ path, claim: { before } }) => {
    const node = findNode(root, path);
    return before !== undefined && (node === undefined || !equalsJson(node, before.value));
  });
}

/** What another gateway of ours wrote there is in no text of the user's. */
async function without(
  tool: ToolDefinition,
  { spec, text }: { spec: string; text: string },
  covered: readonly Known[],
) {
  const document = await documentOf(tool, spec, text);
  const theirs = covered.filter(({ path, claim }) => {
    const node = findNode(document.root, path);
    return node !== undefined && claim.before !== undefined && equalsJson(node, claim.before.value);
  });
  return bareText(
    document,
    theirs.map(({ path }) => path),
  );
}

/** Of each of these gateways something stands that only we write, or that bears its name; nothing of the user's does. */
export function isTold(home: Home, users: Texts, names: readonly string[]): boolean {
  const known = knownIn(home);
  const texts = [...textsOf(home).values()].join('\n');
  return names.every((name) => {
    const calls = new RegExp(`modelrack\\.js['"\\\\]* [a-z -]*\\b${name}\\b`).test(texts);
    const bears = known.some(
      ({ gateway, path, file, claim }) =>
        gateway === name &&
        // An entry of our server tells of itself alone.
        !isInServers(home.tool, path) &&
        (claim.print ?? claim.fields) !== undefined &&
        (JSON.stringify(path).includes(`"${name}"`) || file.includes(name)),
    );
    return (calls || bears) && ![...users].some((one) => one.join('\n').includes(name));
  });
}

/** The same but for empty brackets, and for these words, which may be there or not. */
export async function isSameBut(
  tool: ToolDefinition,
  { spec, users, now }: { spec: string; users: string | undefined; now: string | undefined },
  words: readonly Path[],
): Promise<boolean> {
  const [theirs, left] = await Promise.all([users, now].map((text) => documentOf(tool, spec, text ?? '')));
  if (theirs === undefined || left === undefined) return false;
  // One that says the same as ours may have been the user's.
  const isUnsure = (path: Path) => {
    const [one, other] = [findNode(theirs.root, path), findNode(left.root, path)];
    return one === undefined || other === undefined || equalsJson(one, toJson(other));
  };
  const unsure = words.filter(isUnsure);
  const full = async (document: Document) => {
    const { root } = await documentOf(tool, spec, await bareText(document, unsure));
    return JSON.stringify(filled(root === undefined ? {} : toJson(root)) ?? {});
  };
  return (
    (await full(left)) === (await full(theirs)) && commentsIn(users).every((line) => commentsIn(now).includes(line))
  );
}

async function bareText(document: Document, paths: readonly Path[]): Promise<string> {
  const editor = await loadEditor(document.format);
  const there = paths.filter((path) => findNode(document.root, path) !== undefined);
  const { bytes } = editor.edit(
    document,
    there.map((path) => ({ op: 'remove', path })),
  );
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function commentsIn(text = ''): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => (/^\s*(#|\/\/)/.test(line) ? [line.trim()] : []));
}
