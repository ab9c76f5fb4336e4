import { equalsJson, type Path } from '@modelrack/config-edit';
import { bareModel, type PlanInput, type SetChange, type ToolDefinition } from '@modelrack/tool-kit';
import { pathKey } from '../ledger/claims.ts';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';

/** Where a tool keeps the model that it starts with, as its plan tells when one is named. */
export interface Choices {
  readonly places: readonly { readonly file: string; readonly path: Path }[];
  /** What stands there for a model; undefined: nothing that its plan would write. */
  valueOf(id: string, place: { file: string; path: Path }): SetChange['value'] | undefined;
  /** The model of these that is chosen in the files as they stand. */
  chosenIn(files: readonly OpenFile[], ids: Iterable<string>): string | undefined;
}

type Sets = ReadonlyMap<string, SetChange>;

/** `ids` are models that we wrote once: what was picked may have left the list since. */
export function choicesOf(tool: ToolDefinition, input: PlanInput, ids: Iterable<string> = []): Choices {
  const listed = new Map(input.models.map((model) => [model.id, model]));
  const written = new Set(ids);
  const modelOf = (id: string) => listed.get(id) ?? (written.has(id) ? bareModel(id, id) : undefined);
  // Listed ones first: of the others no more than the id is known, and some tools leave a model without a window out.
  const [one, other] = [...new Set([...listed.keys(), ...written])].slice(0, 2).map(modelOf);
  const cache = new Map<string | undefined, Sets>();
  const setsOf = (id: string | undefined): Sets => {
    // What stands for a choice tells nothing of the models that were not chosen: two are as good as all.
    const models = [...new Set([modelOf(id ?? ''), one, other])].filter((model) => model !== undefined);
    const sets = cache.get(id) ?? setsIn(tool.plan({ ...input, models, defaultModel: id }));
    cache.set(id, sets);
    return sets;
  };
  const places = one === undefined ? [] : placesOf(setsOf(undefined), setsOf(one.id), setsOf(other?.id));
  const valueOf: Choices['valueOf'] = (id, place) => setsOf(id).get(keyOf(place))?.value;
  return {
    places,
    valueOf,
    chosenIn: (files, among) => {
      const standing = places.flatMap((place) => {
        const file = files.find(({ spec }) => spec.id === place.file);
        const node = file === undefined ? undefined : nodeAt(file, place.path);
        return node === undefined ? [] : [{ place, node }];
      });
      const texts = standing.map(({ node }) => (node.kind === 'scalar' ? String(node.value) : ''));
      if (texts.every((text) => text === '')) return undefined;
      const candidates = [...new Set(among)].filter((id) => {
        const model = modelOf(id);
        return model !== undefined && texts.some((text) => text.includes(model.label) || text.includes(id));
      });
      return candidates.find((id) =>
        standing.every(({ place, node }) => {
          const value = valueOf(id, place);
          return value !== undefined && equalsJson(node, value);
        }),
      );
    },
  };
}

function keyOf({ file, path }: { file: string; path: Path }): string {
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
