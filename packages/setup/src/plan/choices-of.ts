import { toJson, type Json, type Path } from '@modelrack/config-edit';
import { bareModel, type PlanInput, type SetChange, type ToolDefinition, type ToolModel } from '@modelrack/tool-kit';
import { entryClaims, pathKey, type Claim } from '../ledger/claims.ts';
import { isInOurBlock, nameApart } from '../ledger/our-block.ts';
import { printsOf, secretPrint } from '../ledger/prints.ts';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';

/** Where a tool keeps the model that it starts with, as its plan tells when one is named. */
export interface Choices {
  readonly places: readonly { readonly file: string; readonly path: Path }[];
  /** What the tool writes beside a pick. */
  readonly beside: Choices['places'];
  /** What stands there for a model; undefined: nothing that its plan would write. */
  valueOf(id: string, place: { file: string; path: Path }): SetChange['value'] | undefined;
  /** The model of these that is chosen in the files as they stand, or at one place as a plan leaves it. */
  chosenIn(files: readonly OpenFile[], ids: Iterable<string>, at?: Left): string | undefined;
  /** What stands in the files for a choice of ours, listed or not: the value itself names our connection. */
  namedIn(files: readonly OpenFile[]): readonly string[];
}
export interface Left {
  readonly place: { readonly file: string; readonly path: Path };
  /** undefined: as it stands. */
  readonly value: SetChange['value'] | undefined;
}

type Sets = ReadonlyMap<string, SetChange>;

/** `ids` are models that we wrote once: what was picked may have left the list since. */
export function choicesOf(tool: ToolDefinition, input: PlanInput, ids: Iterable<string> = []): Choices {
  const gateway = input.gateway.id;
  const known = new KnownModels(input, ids);
  const [one, other] = known.firstTwo();
  const cache = new Map<string | undefined, Sets>();
  const setsOf = (id: string | undefined): Sets => {
    // What stands for a choice tells nothing of the models that were not chosen: two are as good as all. They come
    // first whichever is chosen, as what a tool takes the first of a list for is no choice.
    const models = [...new Set([one, other, known.modelOf(id ?? '')])].filter((model) => model !== undefined);
    const sets = cache.get(id) ?? setsIn(tool.plan({ ...input, models, defaultModel: id }));
    cache.set(id, sets);
    return sets;
  };
  const places = one === undefined ? [] : placesOf(setsOf(undefined), setsOf(one.id), setsOf(other?.id));
  const valueOf: Choices['valueOf'] = (id, place) => setsOf(id).get(keyOf(place))?.value;
  const outside = outsideOf(tool, places, gateway);
  return {
    places,
    beside: tool.besidePick ?? [],
    valueOf,
    namedIn: (files) => {
      const named = places.flatMap((place) => {
        const like = { id: one?.id ?? '', gateway: isNamedBeside(files, places, { place, gateway }) ? '' : gateway };
        return restOf(standingAt(files, place), valueOf(like.id, place), like);
      });
      known.add(named);
      return named;
    },
    chosenIn: (files, among, at) => {
      const standing = (at === undefined ? outside : [at.place]).flatMap((place) => {
        const current = at?.value ?? standingAt(files, place);
        return current === undefined ? [] : [{ place, current }];
      });
      const values = standing.map(({ current }) => current);
      if (known.addLabels(writtenAs(files, values))) cache.clear();
      const candidates = namedAmong(values, among, (id) => known.modelOf(id)?.label ?? id);
      if (known.addApart(candidates.filter((id) => values.includes(nameApart(id, gateway))))) cache.clear();
      const isAt = (id: string) =>
        standing.every(({ place, current }) => {
          const value = valueOf(id, place);
          return value !== undefined && secretPrint(current) === secretPrint(value);
        });
      return candidates.find((id) => known.modelOf(id) !== undefined && isAt(id));
    },
  };
}

/** The listed models, and those that left the list, of which no more is known than what we wrote or what stands there. */
class KnownModels {
  readonly #input: PlanInput;
  readonly #listed: ReadonlyMap<string, ToolModel>;
  readonly #written: Set<string>;
  /** Of one that left nobody knows any more whether it was told apart, but what stands for a choice of it. */
  readonly #apart = new Set<string>();
  /** Nor under which name it was listed, but what we wrote of it. */
  readonly #labels = new Map<string, string>();

  constructor(input: PlanInput, ids: Iterable<string>) {
    this.#input = input;
    this.#listed = new Map(input.models.map((model) => [model.id, model]));
    this.#written = new Set(ids);
  }

  /** Listed ones first: of the others no more than the id is known. */
  firstTwo(): readonly (ToolModel | undefined)[] {
    return [...new Set([...this.#listed.keys(), ...this.#written])].slice(0, 2).map((id) => this.modelOf(id));
  }

  modelOf(id: string): ToolModel | undefined {
    const listed = this.#listed.get(id);
    if (listed !== undefined || !this.#written.has(id)) return listed;
    // What is known of another one stands for what was known of it: some tools take none without a window.
    const [like] = this.#input.models;
    const label = this.#apart.has(id) ? nameApart(id, this.#input.gateway.id) : (this.#labels.get(id) ?? id);
    return { ...bareModel(id, id), ...like, id, label };
  }

  add(ids: readonly string[]): void {
    for (const id of ids) this.#written.add(id);
  }

  /** Whether one of them was not known yet. */
  addLabels(labels: Iterable<readonly [id: string, label: string]>): boolean {
    const gone = [...labels].filter(([id]) => !this.#listed.has(id) && !this.#labels.has(id));
    for (const [id, label] of gone) this.#labels.set(id, label);
    return gone.length > 0;
  }

  /** Whether there are any. */
  addApart(ids: readonly string[]): boolean {
    for (const id of ids) this.#apart.add(id);
    return ids.length > 0;
  }
}

type Place = Choices['places'][number];

/** Those that these values may stand for, by the letters alone. */
function namedAmong(values: readonly Json[], among: Iterable<string>, labelOf: (id: string) => string): string[] {
  const texts = values.map((value) => (typeof value === 'object' ? '' : String(value)));
  if (texts.every((text) => text === '')) return [];
  const isIn = (part: string) => texts.some((text) => text.includes(part));
  return [...new Set(among)].filter((id) => isIn(id) || isIn(labelOf(id)));
}

/** Models of which we wrote one of these texts, as a name or otherwise. */
function writtenAs(files: readonly OpenFile[], values: readonly Json[]): (readonly [id: string, text: string])[] {
  const entries = files.flatMap(({ claims = {} }) => entryClaims(claims));
  return values.flatMap((text) => {
    const prints = typeof text === 'string' ? printsOf(text) : [];
    const written = prints.length === 0 ? [] : entries.filter(([, { fields }]) => holdsAny(fields, prints));
    return written.map(([, { id }]) => [id, String(text)] as const);
  });
}

function holdsAny(fields: Claim['fields'] = {}, prints: readonly string[]): boolean {
  return Object.values(fields).some((print) => prints.includes(print));
}

/** A pick stands outside of our block, where we may set it anew. */
function outsideOf({ files }: ToolDefinition, places: readonly Place[], gateway: string): readonly Place[] {
  const isIn = ({ file, path }: Place) => files.some((spec) => spec.id === file && isInOurBlock(spec, path, gateway));
  const outside = places.filter((place) => !isIn(place));
  return outside.length > 0 ? outside : places;
}

/** Some tools name the gateway in a field of its own, beside that of the model. */
function isNamedBeside(
  files: readonly OpenFile[],
  places: readonly Place[],
  { place, gateway }: { place: Place; gateway: string },
): boolean {
  return places.some((one) => isBeside(one, place) && standingAt(files, one) === gateway);
}

export function isBeside(one: Place, other: Place): boolean {
  const around = ({ file, path }: Place) => keyOf({ file, path: path.slice(0, -1) });
  return around(one) === around(other);
}

function standingAt(files: readonly OpenFile[], { file: id, path }: Place): SetChange['value'] | undefined {
  const file = files.find(({ spec }) => spec.id === id);
  const node = file === undefined ? undefined : nodeAt(file, path);
  return node === undefined ? undefined : toJson(node);
}

/** `gateway/plus` is to `gateway/lite`, or `plus (gateway)` to `lite (gateway)`, as plus is to lite. */
function restOf(current: unknown, value: unknown, { id, gateway }: { id: string; gateway: string }): readonly string[] {
  if (typeof current !== 'string' || typeof value !== 'string') return [];
  const [start = '', end, ...more] = value.split(id);
  if (end === undefined || more.length > 0 || !(start.includes(gateway) || end.includes(gateway))) return [];
  const isAlike = current.length > start.length + end.length && current.startsWith(start) && current.endsWith(end);
  return isAlike ? [current.slice(start.length, current.length - end.length)] : [];
}

export function keyOf({ file, path }: { file: string; path: Path }): string {
  return `${file} ${pathKey(path)}`;
}

function setsIn(changes: ReturnType<ToolDefinition['plan']>): Sets {
  return new Map(changes.flatMap((change) => (change.kind === 'set' ? [[keyOf(change), change] as const] : [])));
}

/** What is only there with a model that is named, or differs from one to the other. */
function placesOf(plain: Sets, one: Sets, other: Sets): Choices['places'] {
  return [...one].flatMap(([key, set]) => {
    const isChoice = set.rule === 'choice' || set.rule === 'switch';
    const isOther = JSON.stringify(other.get(key)?.value) !== JSON.stringify(set.value);
    return isChoice && (isOther || plain.get(key)?.rule !== set.rule) ? [{ file: set.file, path: set.path }] : [];
  });
}
