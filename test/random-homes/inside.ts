import { equalsJson, findNode, isJsonMap, loadEditor, toJson, type Json, type Path } from '@modelrack/config-edit';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { recordsOf, writeIn, type Home, type Texts } from './home.ts';
import { documentOf, isInServers } from './servers.ts';

/** Something that a user does among what is ours; the numbers choose file and place. */
export interface InsideEdit {
  /** A key of their own in our block, a model of their own in our list, another value in a row of ours. */
  readonly how: 'option' | 'row' | 'value';
  readonly file: number;
  readonly place: number;
}

/** What the user wrote there: theirs from then on. */
export interface Kept {
  readonly file: string;
  /** Which one of the tool's files that is. */
  readonly spec: string;
  readonly path: Path;
  readonly value: Json;
}

interface Place {
  readonly path: Path;
  readonly claim: {
    readonly id?: string;
    readonly print?: string;
    readonly fields?: object;
    readonly isOptional?: true;
  };
}

/** Does it by hand, as an editor of that format would; undefined: there is no such place. */
export async function editInside(home: Home, { how, file, place }: InsideEdit): Promise<Kept | undefined> {
  const records = recordsOf(home).filter(({ path }) => String(path).startsWith(`${home.path}/`));
  const record = records[file % Math.max(records.length, 1)];
  const text = record === undefined ? undefined : home.fs.text(String(record['path']));
  const isKnown = home.tool.files.some(({ id }) => id === record?.['spec']);
  // A file of another feature is no list of models.
  if (record === undefined || text === undefined || !isKnown) return undefined;
  const name = String(record['path']).slice(home.path.length + 1);
  const spec = String(record['spec']);
  const document = await documentOf(home.tool, spec, text);
  const kept = placesIn(record)
    .filter((one) => !isInServers(home.tool, one.path))
    .flatMap((one) => keptAt(how, one, findNode(document.root, one.path)) ?? [])
    .filter(({ path }) => how === 'value' || findNode(document.root, path) === undefined);
  const chosen = kept[place % Math.max(kept.length, 1)];
  if (chosen === undefined) return undefined;
  const editor = await loadEditor(document.format);
  const { bytes } = editor.edit(document, [{ op: 'set', ...chosen }]);
  writeIn(home, name, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  return { file: name, spec, ...chosen };
}

function placesIn({ owners }: Record<string, unknown>): Place[] {
  // Our own ledger, as this very run wrote it.
  const all = Object.values(owners as Record<string, { claims: Record<string, Place['claim']> }>);
  return all.flatMap(({ claims }) =>
    Object.entries(claims).map(([key, claim]) => ({ path: JSON.parse(key) as Path, claim })),
  );
}

function keptAt(how: InsideEdit['how'], { path, claim }: Place, node: ReturnType<typeof findNode>) {
  const { id, print, fields = {} } = claim;
  const step = path.at(-1);
  if (node === undefined || step === undefined) return undefined;
  if (how === 'option') {
    const isBlock = print !== undefined && claim.isOptional !== true && path.length > 1 && !isSlot(path);
    return isBlock ? { path: [...path.slice(0, -1), 'mine'], value: 'kept' } : undefined;
  }
  const row = toJson(node);
  if (id === undefined || !isJsonMap(row)) return undefined;
  if (how === 'row') {
    const own = renamed({ step, row }, id);
    return own === undefined ? undefined : { path: [...path.slice(0, -1), own.step], value: own.row };
  }
  const names = typeof step === 'object' && typeof step.item === 'object' ? Object.keys(step.item) : [];
  const isFree = (one: string) =>
    !names.includes(one) && (typeof row[one] === 'number' || (typeof row[one] === 'string' && /name|label/i.test(one)));
  const field = Object.keys(fields).find(isFree);
  const value = field === undefined ? undefined : row[field];
  if (field === undefined || value === undefined) return undefined;
  return { path: [...path, field], value: typeof value === 'number' ? value + 1 : `${String(value)}, mine` };
}

/** What goes as a whole: the one place that Cline has for a gateway and writes anew. */
export function isSlot(path: Path): boolean {
  return path[0] === 'providers' && path[1] === 'openai-compatible';
}

/** The same for a model of the user's own. */
function renamed(what: { step: Path[number]; row: Json }, id: string): typeof what | undefined {
  const text = JSON.stringify(what);
  const own = text.replaceAll(`"${id}"`, '"mine/own"').replaceAll(`/${id}"`, '/mine/own"');
  return own === text ? undefined : (JSON.parse(own) as typeof what);
}

/** Whether it stands there as it was written. */
export async function isKept(tool: ToolDefinition, texts: Texts, { file, spec, path, value }: Kept): Promise<boolean> {
  const node = findNode((await documentOf(tool, spec, texts.get(file) ?? '')).root, path);
  return node !== undefined && equalsJson(node, value);
}

/** Whether all that the user alone would have in a file is in it; `isLoose`: but for empty brackets. */
export async function holdsAll(
  tool: ToolDefinition,
  spec: string,
  of: { users: string; now: string; isLoose: boolean },
): Promise<boolean> {
  const [users, now] = await Promise.all([documentOf(tool, spec, of.users), documentOf(tool, spec, of.now)]);
  if (users.root === undefined) return true;
  const theirs = of.isLoose ? (filled(toJson(users.root)) ?? {}) : toJson(users.root);
  return now.root !== undefined && isIn(theirs, toJson(now.root));
}

/** Without empty brackets; undefined: it is nothing else. */
export function filled(value: Json): Json | undefined {
  if (Array.isArray(value)) {
    const items = value.map(filled).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (!isJsonMap(value)) return value;
  const fields = Object.entries(value).flatMap(([key, part]) => {
    const kept = filled(part);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function isIn(part: Json, whole: Json): boolean {
  if (Array.isArray(part) && Array.isArray(whole)) return part.every((one) => whole.some((other) => isIn(one, other)));
  if (!isJsonMap(part) || !isJsonMap(whole)) return JSON.stringify(part) === JSON.stringify(whole);
  return Object.entries(part).every(([key, value]) => whole[key] !== undefined && isIn(value, whole[key]));
}
