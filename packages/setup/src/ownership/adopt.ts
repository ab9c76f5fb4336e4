import { equalsJson, findNode, toJson, type Node, type Path } from '@modelrack/config-edit';
import type { Change, OwnChange, SetChange } from '@modelrack/tool-kit';
import { claimContainers, pathKey, pathOf, type Claim, type Claims } from '../ledger/claims.ts';
import { blockAround, isInOurBlock, nameApart } from '../ledger/our-block.ts';
import { fingerprint, secretPrint } from '../ledger/prints.ts';
import { isNamedByConnection } from '../machine/resolve-place.ts';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';
import { isSecretName } from '../secrets/mask-secrets.ts';
import { fieldsOf, goesWith } from './covered.ts';
import { standingOf } from './entries-of.ts';
import { callsIn, keyCalls, leadsElsewhere } from './our-calls.ts';
import { isAddress, isNobodys, isOurCall, isOurProgram, isPointing } from './value-marks.ts';
import { isAsWritten } from './whose.ts';

type PlacedChange = Extract<Change, { readonly path: Path }>;

/** A tool whose record is lost. */
export interface Lost {
  readonly files: readonly OpenFile[];
  /** What would be written now. */
  readonly changes: readonly Change[];
  /** Our own configuration says that the tool was set up. */
  readonly isSetUp: boolean;
  readonly liveIds: ReadonlySet<string>;
  /** A place that we used once: what stands there may be less than what we write now. */
  readonly isOlder?: boolean;
}

export interface Adopted {
  /** By file; what is not here is the user's. */
  readonly claims: ReadonlyMap<OpenFile, Claims>;
  /** Nothing of the user's is in what is ours. */
  readonly isWhole: boolean;
}

/**
 * Without a record, what equals what we would write now is ours where something says that we wrote it: our
 * configuration, a block under our name with our address, or what only we write. By its name or a call of us alone it
 * is ours as a whole or not at all, since whoever wrote a name, key or model of their own into it wrote the rest as
 * well; that call is ours all the same.
 */
export function adopt(lost: Lost): Adopted {
  const nothing: Adopted = { claims: new Map(), isWhole: true };
  if (lost.files.some(({ claims }) => claims !== undefined)) return nothing;
  // Without a list a tool is taken whole or not at all.
  const keys = lost.isSetUp || lost.liveIds.size === 0 ? undefined : keyCalls(lost);
  if (keys?.isAlone === true) return adopt({ ...lost, isSetUp: true });
  const calls = callsOf(lost);
  for (const [file, claims] of keys?.claims ?? []) calls.set(file, { ...calls.get(file), ...claims });
  if (leadsElsewhere(lost)) return { claims: calls, isWhole: true };
  const isMarked = calls.size > 0 || lost.files.some((file) => isOurMark(file));
  const isOurs = isMarked || lost.files.some((file) => hasOurBlock(file, changesIn(lost, file)));
  if (!lost.isSetUp && !isOurs) return nothing;
  const adopted = lost.files.map((file) => ({ file, ...adoptIn(file, lost) }));
  // Without a list no model of ours is known.
  const isKnown = lost.liveIds.size > 0 || adopted.every(({ claims }) => Object.keys(claims).length === 0);
  const isWhole = isKnown && adopted.every((one) => one.isWhole);
  if (!isWhole && !lost.isSetUp) return { claims: calls, isWhole };
  return { claims: new Map(adopted.map(({ file, claims }) => [file, claims])), isWhole };
}

/** A file that we make only where none is, and that says so. */
function isOurMark({ spec, state }: OpenFile): boolean {
  return spec.onlyNew === true && state.bytes !== undefined;
}

/** By file; one of which nothing else is written is ours as it is. */
function callsOf(lost: Lost): Map<OpenFile, Claims> {
  const calls = lost.files.map((file) => [file, callsIn(file, lost.changes)] as const);
  return new Map(
    calls.flatMap(([file, claims]) => {
      if (Object.keys(claims).length === 0) return [];
      const own = isNamedByConnection(file.spec) ? adoptIn(file, lost) : undefined;
      return [[file, own?.isWhole === true ? own.claims : claims] as const];
    }),
  );
}

function changesIn({ changes }: Lost, { spec }: OpenFile) {
  return changes.filter((change): change is PlacedChange => 'path' in change && change.file === spec.id);
}

/** A block under the connection's name whose address is ours, or a call of our command for its key. */
function hasOurBlock(file: OpenFile, changes: readonly Change[]): boolean {
  return changes.some((change) => {
    if (change.kind === 'set') {
      const node = nodeAt(file, change.path);
      if (node === undefined || isOurCall({ file }, change, node)) return node !== undefined;
      const isInBlock = isInOurBlock(file.spec, change.path, file.connection);
      return isInBlock && isAddress(change.value) && equalsJson(node, change.value);
    }
    if (change.kind !== 'own') return false;
    const { match = {}, prefix = '' } = change.shape;
    const bearsName =
      isInOurBlock(file.spec, change.path, file.connection) ||
      [...Object.values(match), prefix.slice(0, -1)].includes(file.connection);
    return (
      bearsName &&
      change.entries.some(({ id, fields }) => {
        const node = standingOf({ file, claims: {} }, change).entries.get(id)?.node;
        return (
          node !== undefined &&
          Object.entries(fields).some(
            ([field, value]) => isAddress(value) && equalsJson(findNode(node, [field]) ?? node, value),
          )
        );
      })
    );
  });
}

function adoptIn(file: OpenFile, lost: Lost): { claims: Claims; isWhole: boolean } {
  const changes = changesIn(lost, file);
  const found: Record<string, Claim> = {};
  const sets = changes.filter((change) => change.kind === 'set');
  const isPointed =
    sets.some(({ rule, path, value }) => rule === 'outdated' && isAddress(value) && equalsAt(file, path, value)) ||
    changes.some((change) => change.kind === 'own' && hasRowOf(file, change));
  for (const set of sets) {
    const node = nodeAt(file, set.path);
    if (node === undefined || isNobodys(set.rule)) continue;
    if (isAdopted(file, set, { node, sets, isSetUp: lost.isSetUp, isPointed }))
      found[pathKey(set.path)] = { print: secretPrint(toJson(node)) };
  }
  for (const change of changes) {
    if (change.kind === 'own') Object.assign(found, entriesIn(file, change, lost));
    const noted = change.kind === 'claim' ? nodeAt(file, change.path) : undefined;
    if (noted !== undefined) found[pathKey(change.path)] = { print: secretPrint(toJson(noted)), isNoted: true };
    if (change.kind === 'member' && equalsAt(file, [...change.path, { item: change.value }], change.value)) {
      found[pathKey([...change.path, { item: change.value }])] = { print: secretPrint(change.value) };
    }
  }
  const slots = changes.flatMap((change) => (change.kind === 'slot' ? [change.path] : []));
  const isInSlot = (path: Path) => slots.some((slot) => isWithin(path, slot) && nodeAt(file, path) !== undefined);
  // In a slot the tool writes them anew in its own time, and in our block another model of ours may be named.
  const choices = sets.filter(
    (set) =>
      isNobodys(set.rule) &&
      (equalsAt(file, set.path, set.value) || isInSlot(set.path) || isOtherModel(file, set, lost)),
  );
  for (const choice of choicesOf(file, { found, choices, slots, lost })) {
    const there = nodeAt(file, choice.path);
    if (there !== undefined) found[pathKey(choice.path)] = { print: secretPrint(toJson(there)), isOptional: true };
  }
  // One that this run asks for is no part of what stood there.
  const isNew = ({ path }: SetChange) => slots.some((slot) => isWithin(path, slot) && nodeAt(file, slot) === undefined);
  const old = sets.filter((set) => !isNew(set));
  const isWhole =
    blocksOf(file, changes).every((block) => isCovered(file, found, block)) &&
    (lost.isSetUp || lost.isOlder === true || (isComplete(file, found, old) && isAlone(file, found, changes)));
  for (const key of Object.keys(found)) claimContainers(found, pathOf(key));
  return { claims: found, isWhole };
}

/** A model of ours; where our configuration says that the block is ours, also one that no list has any more. */
function isOtherModel(file: OpenFile, { path, value }: SetChange, { liveIds, isSetUp }: Lost): boolean {
  const node = nodeAt(file, path);
  const there: unknown = node?.kind === 'scalar' ? node.value : undefined;
  const isModel = (id: unknown) => typeof id === 'string' && liveIds.has(id);
  const isOne = isSetUp ? typeof there === 'string' : isModel(there);
  return isOne && isModel(value) && isInOurBlock(file.spec, path, file.connection);
}

function equalsAt(file: OpenFile, path: Path, value: SetChange['value']): boolean {
  const node = nodeAt(file, path);
  return node !== undefined && equalsJson(node, value);
}

/** Of our block nothing is missing that we write; in a file under our name nothing else stands. */
function isComplete(file: OpenFile, found: Claims, sets: readonly SetChange[]): boolean {
  return sets.every((set) => isThere(file, set)) && (!isNamedByConnection(file.spec) || isCovered(file, found, []));
}

/** Where ours would stand is no address, key or entry of the user's. */
function isAlone(file: OpenFile, found: Claims, changes: readonly PlacedChange[]): boolean {
  return changes.every((change) => {
    const isFree = (path: Path) => nodeAt(file, path) === undefined || found[pathKey(path)] !== undefined;
    if (change.kind === 'set') {
      const isPointer = isPointing(change) || isSecretName(String(change.path.at(-1)));
      return !isPointer || isFree(change.path);
    }
    if (change.kind !== 'own') return true;
    const { entries, isNamed } = standingOf({ file, claims: {} }, change);
    const wanted = new Set(change.entries.map(({ id }) => id));
    return [...entries].every(([id, { path }]) => (!isNamed && !wanted.has(id)) || isFree(path));
  });
}

function isThere(file: OpenFile, { path, rule }: SetChange): boolean {
  return isNobodys(rule) || !isInOurBlock(file.spec, path, file.connection) || nodeAt(file, path) !== undefined;
}

/** An older address in our block is ours, and so is a key beside an address of ours, which may have been another then. */
function isAdopted(
  file: OpenFile,
  set: SetChange,
  { node, sets, isSetUp, isPointed }: { node: Node; sets: readonly SetChange[]; isSetUp: boolean; isPointed: boolean },
): boolean {
  if (equalsJson(node, set.value) || isOurCall({ file }, set, node) || isOurProgram({ file }, set, sets)) return true;
  if (!isSetUp) return false;
  // Whatever it would be called now.
  if (set.rule === 'choice' && toJson(node) === nameApart(String(set.value), file.connection)) return true;
  const isInBlock = isInOurBlock(file.spec, set.path, file.connection);
  if (isSecretName(String(set.path.at(-1)))) return isInBlock || isPointed;
  return isInBlock && ['outdated', 'choice', 'required'].includes(set.rule);
}

/** Where our configuration says that they are ours, field by field; else as a whole. */
function entriesIn(file: OpenFile, change: OwnChange, { isSetUp, isOlder }: Lost): Record<string, Claim> {
  const found: Record<string, Claim> = {};
  const { entries, isNamed } = standingOf({ file, claims: {} }, change);
  const uncounted = change.shape.uncounted === true ? { isUncounted: true as const } : {};
  for (const { id, fields } of change.entries) {
    const there = entries.get(id);
    if (there?.node === undefined) continue;
    const { node, path } = there;
    // A key beside an address of ours may have been another then.
    const isKept = isSetUp && leadsHere(node, fields);
    const standing = Object.entries(fields).flatMap(([field, value]) => {
      const current = findNode(node, [field]);
      const isOurs = current !== undefined && (equalsJson(current, value) || (isKept && isSecretName(field)));
      return isOurs ? [[field, toJson(current)] as const] : [];
    });
    const isWhole = node.kind === 'map' && node.entries.length === standing.length;
    const isAll = node.kind === 'scalar' || (isWhole && standing.length === Object.keys(fields).length);
    const isPart = isOlder === true && isWhole;
    if (!isAll && !isPart && (!isSetUp || !isNamed || standing.length === 0)) continue;
    const prints = Object.fromEntries(standing.map(([field, value]) => [field, fingerprint(field, value)]));
    found[pathKey(path)] = { id, fields: prints, ...uncounted };
  }
  return found;
}

function leadsHere(node: Node, fields: OwnChange['entries'][number]['fields']): boolean {
  return Object.entries(fields).some(([field, value]) => {
    const current = isAddress(value) ? findNode(node, [field]) : undefined;
    return current !== undefined && equalsJson(current, value);
  });
}

/** Rows of a list that lead to the gateway, each by itself. */
function hasRowOf(file: OpenFile, change: OwnChange): boolean {
  const { entries } = standingOf({ file, claims: {} }, change);
  return change.entries.some(({ id, fields }) => {
    const node = entries.get(id)?.node;
    return node !== undefined && leadsHere(node, fields);
  });
}

/** What is written only where nothing stands is ours if it names something of ours, or if all around it is. */
function choicesOf(
  file: OpenFile,
  around: { found: Claims; choices: readonly SetChange[]; slots: readonly Path[]; lost: Lost },
): readonly SetChange[] {
  const { found, choices, slots, lost } = around;
  if (Object.keys(found).length === 0 && file.spec.onlyNew !== true) return [];
  const names = [file.connection, ...lost.liveIds];
  const blocks: Path[] = [[], ...slots, ...choices.flatMap(({ path }) => blockAround(path, file.connection))];
  const all = {
    ...found,
    ...Object.fromEntries(choices.map(({ path, value }) => [pathKey(path), { print: secretPrint(value) }])),
  };
  const whole = blocks.filter((block) => isCovered(file, all, block));
  return choices.filter(({ path, value }) => {
    const isNaming =
      typeof value === 'string' &&
      names.some(
        (name) => value === name || (/[/,:]$/.test(value.slice(0, -name.length || undefined)) && value.endsWith(name)),
      );
    const isSlot = slots.some((slot) => slot.at(-1) === value && !isWithin(path, slot));
    return file.spec.onlyNew === true || isNaming || isSlot || whole.some((block) => isWithin(path, block));
  });
}

/** Our blocks in a file: what is to hold nothing of the user's. */
function blocksOf(file: OpenFile, changes: readonly Change[]): Path[] {
  const paths = changes.flatMap((change) => ('path' in change ? [change.path] : []));
  const blocks = paths.flatMap((path) => blockAround(path, file.connection));
  return [...new Map(blocks.map((block) => [pathKey(block), block])).values()];
}

/** Everything below is claimed. */
function isCovered(file: OpenFile, found: Claims, block: Path): boolean {
  const node = nodeAt(file, block);
  if (node === undefined) return true;
  const written = Object.entries(found).flatMap(([key, claim]) => {
    const path = pathOf(key);
    const there = nodeAt(file, path);
    return there !== undefined && (claim.fields === undefined || isAsWritten(file, there, claim)) ? [path] : [];
  });
  const nodes = written.flatMap((path) => [
    nodeAt(file, path),
    ...path.flatMap((step, depth) => fieldsOf(step).map((field) => nodeAt(file, [...path.slice(0, depth + 1), field]))),
  ]);
  return goesWith(new Set(nodes))(node);
}

function isWithin(path: Path, block: Path): boolean {
  return pathKey(path.slice(0, block.length)) === pathKey(block);
}
