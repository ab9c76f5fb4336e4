import { matchesGlob } from '@modelrack/catalog';
import type { Model, ModelKind } from '@modelrack/catalog';
import type { JsonObject } from '../json.ts';
import { createdAt } from '../model-list.ts';
import type { Catalog, ListedModel } from '../model-list.ts';

export interface KnownModel {
  /** Full id. */
  readonly id: string;
  readonly model: Model | undefined;
  readonly window: number | undefined;
}

export interface ListedAlias {
  readonly name: string;
  readonly chain: readonly string[];
}

/** `type` is for Anthropic's clients and always the same, so the kind is told by the word that others use. */
const modes: Readonly<Partial<Record<ModelKind, string>>> = {
  embedding: 'embedding',
  image: 'image_generation',
  video: 'video_generation',
  speech: 'audio_speech',
  transcription: 'audio_transcription',
  rerank: 'rerank',
  moderation: 'moderation',
  realtime: 'realtime',
};

function describe(model: Model | undefined): JsonObject {
  if (model === undefined) return {};
  const { kind, maxOutput, reasoning, tools, vision } = model;
  const mode = modes[kind];
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(maxOutput === undefined ? {} : { max_completion_tokens: maxOutput }),
    ...(reasoning === undefined ? {} : { supports_reasoning: reasoning }),
    ...(tools === undefined ? {} : { supports_function_calling: tools }),
    ...(vision === undefined ? {} : { architecture: { input_modalities: vision ? ['text', 'image'] : ['text'] } }),
  };
}

function smallest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

function listOne(known: KnownModel): ListedModel {
  const { id, model, window } = known;
  const size = window === undefined ? {} : { context_window: window, context_length: window };
  const row = {
    id,
    object: 'model',
    created: createdAt,
    owned_by: id.slice(0, id.indexOf('/')),
    type: 'model',
    display_name: model === undefined || model.name === model.id ? id : model.name,
    ...size,
    ...describe(model),
  };
  return { row, window, served: id, isAlias: false };
}

/** What all members of a chain have in common: a tool that is told so works after a fallback, too. */
function listAlias({ chain, name }: ListedAlias, known: ReadonlyMap<string, KnownModel>): ListedModel {
  const members = chain.map((id) => known.get(id));
  const window = smallest(members.map((member) => member?.window));
  const size = window === undefined ? {} : { context_window: window, context_length: window };
  const models = members.flatMap((member) => member?.model ?? []);
  const maxOutput = smallest(models.map((model) => model.maxOutput));
  const vision = models.length === chain.length && models.every((model) => model.vision === true);
  const reasoning = models.length === chain.length && models.every((model) => model.reasoning === true);
  const [first] = models;
  const mode = first === undefined ? undefined : modes[first.kind];
  const row = {
    id: name,
    object: 'model',
    created: createdAt,
    owned_by: 'modelrack',
    type: 'model',
    display_name: name,
    ...size,
    ...(mode === undefined ? {} : { mode }),
    ...(maxOutput === undefined ? {} : { max_completion_tokens: maxOutput }),
    ...(reasoning ? { supports_reasoning: true } : {}),
    ...(vision ? { architecture: { input_modalities: ['text', 'image'] } } : {}),
    resolves_to: chain,
  };
  return { row, window, served: chain[0] ?? name, isAlias: true };
}

const usualTiers: readonly string[] = ['lite', 'plus', 'ultra'];

function rank(name: string): number {
  const tier = usualTiers.indexOf(name);
  return tier === -1 ? usualTiers.length : tier;
}

function byText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export interface ListContents {
  readonly aliases: readonly ListedAlias[];
  readonly models: readonly KnownModel[];
  readonly hide: readonly string[];
}

/** Aliases first, then full ids by the alphabet: the same list has the same bytes. */
export function listModels({ aliases, hide, models }: ListContents): Catalog {
  const isShown = (id: string) => !hide.some((glob) => matchesGlob(glob, id));
  const known = new Map(models.map((model) => [model.id, model]));
  const ordered = aliases
    .filter(({ chain, name }) => chain.length > 0 && isShown(name))
    .toSorted((left, right) => rank(left.name) - rank(right.name) || byText(left.name, right.name));
  const full = models.filter(({ id }) => isShown(id)).toSorted((left, right) => byText(left.id, right.id));
  return new Map(
    [...ordered.map((alias) => listAlias(alias, known)), ...full.map(listOne)].map((listed) => [listed.row.id, listed]),
  );
}
