import { equalsJson, toJson, type Json, type Node, type Path } from '@modelrack/config-edit';
import { keyBelow, onceModelsOf, pathKey, pathOf, type Claim, type Claims } from '../ledger/claims.ts';
import { secretPrint } from '../ledger/prints.ts';
import { draftSet, isAbove, nodeAt, putClaim, type FileDraft, type OpenFile } from '../open-file/draft.ts';
import type { SlotChange } from '@modelrack/tool-kit';
import { isFilledByUs } from '../ownership/plan-claim.ts';
import { isPickedInTool, planBeside } from './beside-picks.ts';
import { isBeside, type Choices } from './choices-of.ts';
import { noteSeen } from './note-seen.ts';
import { otherClaim, whose } from '../ownership/whose.ts';

export interface ChosenModels {
  /** What stood for our default and moved on, as JSON. */
  readonly moved: readonly string[];
  /** What is picked and left the list. */
  readonly gone: string | undefined;
}

/** Ids that we wrote into any of these files. */
export function writtenIds(files: readonly OpenFile[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ claims }) => [...onceModelsOf(claims ?? {})]));
}

/** What the user has where the tool keeps its choice is known when they pick one of ours. */
export function planChoices(drafts: readonly FileDraft[], choices: Choices, ids: readonly string[]): ChosenModels {
  const files = drafts.map(({ file }) => file);
  const isLost = drafts.some(({ adopted }) => adopted);
  const isFirst = !isLost && files.every(({ claims }) => claims === undefined);
  const picked = isFirst
    ? undefined
    : choices.chosenIn(files, [...ids, ...writtenIds(files), ...choices.namedIn(files)]);
  const isPicked = picked !== undefined;
  // As it stands there: once its entry is gone no more than that is known of it.
  const told = isPicked ? picksIn(drafts, choices, { ids, isKept: () => true })[0] : undefined;
  const moved = moveOn(drafts, choices, ids);
  planBeside(drafts, choices, isPicked);
  if (isPicked && !ids.includes(picked)) rememberPick(drafts, choices);
  for (const { file, path } of choices.places) {
    const draft = drafts.find((one) => one.file.spec.id === file);
    const key = pathKey(path);
    const claim = draft?.claims[key];
    if (draft === undefined) continue;
    const node = nodeAt(draft.file, path);
    if (claim?.print !== undefined && (isPicked || !isReplaced(draft, path))) continue;
    draft.wanted.add(key);
    // What another one of ours wrote there is no pick of a model of this one, were it called the same.
    const isOurPick = isPicked && (node === undefined || otherClaim(draft.file, path, node) === undefined);
    if ((isOurPick && !isLost) || (claim?.isSeen === true && isSameWas(claim.before?.value, node))) continue;
    noteSeen(draft, path, { isOurs: isOurPick, isPicked });
  }
  const isSet = choices.places.some(({ file, path }) =>
    drafts.some((one) => one.file.spec.id === file && isSetIn(one, path)),
  );
  const isListed = isFirst || isSet || moved.length > 0 || choices.chosenIn(files, ids) !== undefined;
  return { moved, gone: isListed ? undefined : (told ?? picked ?? pickedOnce(drafts, choices, ids)) };
}

/** A pick that left the list in an earlier run. */
function pickedOnce(drafts: readonly FileDraft[], choices: Choices, ids: readonly string[]): string | undefined {
  const isKept = (file: OpenFile, path: Path): boolean => {
    const claims = file.claims ?? {};
    return claims[pathKey(path)]?.moved === 'back' && whose({ file, claims }, path) === 'ours';
  };
  return picksIn(drafts, choices, { ids, isKept })[0];
}

/** What stands where a tool keeps its choice, but for what stands there for any model. */
function picksIn(
  drafts: readonly FileDraft[],
  choices: Choices,
  { ids: [first = ''], isKept }: { ids: readonly string[]; isKept: (file: OpenFile, path: Path) => boolean },
): readonly string[] {
  return choices.places.flatMap((place) => {
    const file = drafts.find((one) => one.file.spec.id === place.file)?.file;
    const node = file === undefined || !isKept(file, place.path) ? undefined : nodeAt(file, place.path);
    const value = node === undefined ? undefined : toJson(node);
    return typeof value === 'string' && value !== choices.valueOf(first, place) ? [value] : [];
  });
}

/** A pick of ours that leaves the list stays where it is, and is taken back with us all the same. */
function rememberPick(drafts: readonly FileDraft[], choices: Choices): void {
  for (const { file, path } of choices.places) {
    const draft = drafts.find((one) => one.file.spec.id === file);
    const node = draft === undefined ? undefined : nodeAt(draft.file, path);
    const known = draft?.claims[pathKey(path)];
    if (draft === undefined || known === undefined || node === undefined) continue;
    // Another connection that wrote it knows better what stood there before.
    if (isSetIn(draft, path) || ['ours', 'others'].includes(whose(draft, path, node))) continue;
    const { isSeen: _, ...claim } = known;
    putClaim(draft, path, { ...claim, print: secretPrint(toJson(node)), moved: 'back' });
  }
}

function isSetIn({ edits }: FileDraft, path: Path): boolean {
  return edits.some((edit) => edit.op === 'set' && pathKey(edit.path) === pathKey(path));
}

/** One of ours stood there, and the user has put their own in its place: beside others of ours the tool may have. */
function isReplaced(draft: FileDraft, path: Path): boolean {
  const held = { file: draft.file, claims: draft.file.claims ?? {} };
  const below = keyBelow(path.slice(0, -1));
  const isOurs = (key: string) => key.startsWith(below) && whose(held, pathOf(key)) === 'ours';
  return !isSetIn(draft, path) && whose(held, path) === 'edited' && !Object.keys(held.claims).some(isOurs);
}

function isSameWas(was: Json | undefined, node: Node | undefined): boolean {
  return was === undefined || node === undefined ? was === node : equalsJson(node, was);
}

/** A default of ours that left the list becomes the first model of it, unless the user took that back once. */
function moveOn(drafts: readonly FileDraft[], choices: Choices, ids: readonly string[]): readonly string[] {
  const [first] = ids;
  const files = drafts.map(({ file }) => file);
  const ours = choices.places.flatMap(({ file, path }) => {
    const draft = drafts.find((one) => one.file.spec.id === file);
    const claim = draft?.file.claims?.[pathKey(path)];
    const isOurs =
      draft !== undefined &&
      claim?.print !== undefined &&
      claim.isNoted !== true &&
      claim.moved !== 'back' &&
      whose({ file: draft.file, claims: draft.file.claims ?? {} }, path) === 'ours';
    return isOurs ? [{ draft, claim, place: { file, path } }] : [];
  });
  const isBusy = drafts.some(({ context }) => context.keepsGone || context.command === 'undo');
  if (first === undefined || ours.length === 0 || isBusy) return [];
  return ours.flatMap(({ draft, claim, place }) => {
    if (choices.chosenIn(files, ids, { place, value: leftBy(draft, place.path) }) !== undefined) return [];
    const value = choices.valueOf(first, place);
    const node = nodeAt(draft.file, place.path);
    if (value === undefined || node === undefined || isSetIn(draft, place.path) || equalsJson(node, value)) return [];
    draftSet(draft, { path: place.path, value });
    putClaim(draft, place.path, { ...claim, print: secretPrint(value), moved: 'on' });
    const [old, now] = [JSON.stringify(toJson(node)), JSON.stringify(value)];
    draft.notes.push(`the default ${old} is no longer in the gateway's list: ${now} is the default now`);
    return [old];
  });
}

/** What this draft writes there. */
function leftBy({ edits }: FileDraft, path: Path): Json | undefined {
  const last = edits.findLast((edit) => edit.op === 'set' && pathKey(edit.path) === pathKey(path));
  return last?.op === 'set' ? last.value : undefined;
}

/**
 * What was picked in the tool is ours to take back: it becomes what stood there before, where that is not lost. In a
 * slot that we made all is ours.
 */
export function withPicks(
  known: ReadonlyMap<OpenFile, Claims>,
  choices: Choices,
  {
    liveIds,
    isLost = false,
    slots = [],
  }: { liveIds: Iterable<string>; isLost?: boolean; slots?: readonly SlotChange[] },
): ReadonlyMap<OpenFile, Claims> {
  const files = [...known.keys()];
  const ids = [...writtenIds(files), ...liveIds, ...choices.namedIn(files)];
  const isPicked = choices.chosenIn(files, ids) !== undefined;
  if (!isPicked && slots.length === 0) return known;
  const beside = isPicked && isPickedInTool(known, choices) ? choices.beside : [];
  return new Map(
    [...known].map(([file, claims]) => {
      const isInSlot = (path: Path) =>
        slots.some((slot) => isAbove(slot.path, path) && isFilledByUs(claims, slot.path));
      const places = [
        ...choices.places.filter(({ path }) => isPicked || isInSlot(path)).map((one) => ({ ...one, isLost })),
        // What stood beside it before us is the user's where nobody knows it any more.
        ...beside.map((one) => ({ ...one, isLost: false })),
      ].filter((one) => one.file === file.spec.id);
      const picked = places.reduce((all, one) => withPick(file, { claims: all, isLost: one.isLost }, one.path), claims);
      return [file, picked] as const;
    }),
  );
}

function withPick(file: OpenFile, { claims, isLost }: { claims: Claims; isLost: boolean }, path: Path): Claims {
  const { isSeen: _, ...claim }: Claim = claims[pathKey(path)] ?? {};
  const node = nodeAt(file, path);
  const isKnown = isLost || claims[pathKey(path)] !== undefined;
  if (!isKnown || node === undefined || otherClaim(file, path, node) !== undefined) return claims;
  // What stood there before us stays.
  if (claim.before !== undefined && equalsJson(node, claim.before.value)) return claims;
  const print = secretPrint(toJson(node));
  // A default that we wrote, and that nobody picked, moves on when it leaves the list.
  if (claim.print === print && claim.isNoted !== true) return claims;
  return { ...claims, [pathKey(path)]: { ...claim, print } };
}

/** Where the tool names the gateway in a field of its own, and names another one now, the model beside it is no more ours. */
export function withoutOthers(
  known: ReadonlyMap<OpenFile, Claims>,
  { places }: Choices,
): ReadonlyMap<OpenFile, Claims> {
  const ours = ([file, claims]: readonly [OpenFile, Claims]) => {
    const [held, name] = [{ file, claims }, secretPrint(file.connection)];
    const own = places.filter((one) => one.file === file.spec.id);
    const others = own.filter(({ path }) => claims[pathKey(path)]?.print === name && whose(held, path) === 'edited');
    const beside = own.filter((place) => others.some((one) => isBeside(one, place)));
    const isOurs = (key: string) => claims[key]?.print === name || !beside.some(({ path }) => pathKey(path) === key);
    return [file, Object.fromEntries(Object.entries(claims).filter(([key]) => isOurs(key)))] as const;
  };
  return new Map([...known].map(ours));
}
