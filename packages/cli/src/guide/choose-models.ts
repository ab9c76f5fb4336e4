import { matchesGlob, type Catalog, type Model } from '@modelrack/catalog';
import type { Connection } from '@modelrack/setup';
import { count, listed } from '@modelrack/text';
import { manyModels } from '../runs/note-many-models.ts';
import { back, orBack, type Back } from '../terminal/or-back.ts';
import type { Context } from '../world/context.ts';
import type { ChosenModels, Draft, StepResult, Survey } from './draft.ts';

const allOfThem = ['*'] as const;
/** An id with a slash is no alias. */
const fullIds = '*/*';
const mostShown = 6;

type Way = 'before' | 'all' | 'aliases' | 'providers' | 'search';

/** Which models: kept as globs where the choice is one, so that a later model that matches comes in. */
export async function chooseModels(context: Context, survey: Survey, draft: Draft): Promise<StepResult> {
  const { gateway, tools } = draft;
  if (gateway === undefined || tools === undefined) throw new Error('no tools were chosen');
  const { options, named } = survey;
  const next = (models: ChosenModels | undefined, isAsked: boolean): StepResult => {
    const asks = new Set([...draft.asks].filter((each) => each !== 'models'));
    return { draft: { ...draft, ...(models === undefined ? {} : { models }), asks }, isAsked };
  };
  const isFlagged = options.models !== undefined || options.exclude !== undefined;
  if (isFlagged || !draft.asks.has('models')) return next(undefined, false);
  const chat = chatModels(gateway.list.catalog);
  const ids = tools.tools.map(({ id }) => id);
  const isAnswered = ids.every((id) => gateway.connection.tools[id] !== undefined);
  if (named.length > 0 && (chat.length <= manyModels || isAnswered)) return next(undefined, false);
  const before = chosenBefore(gateway.connection, ids);
  const models = await askModels(context, chat, before);
  return models === back ? back : next(models, true);
}

function chatModels({ models }: Catalog): readonly Model[] {
  return [...models.values()].filter(({ kind }) => kind === 'chat');
}

/** What all of the tools have in common from the last time. */
function chosenBefore({ tools }: Connection, ids: readonly string[]): ChosenModels | undefined {
  const texts = new Set(ids.map((id) => JSON.stringify([tools[id]?.models, tools[id]?.exclude])));
  const [first] = ids;
  const choice = first === undefined ? undefined : tools[first];
  if (texts.size !== 1 || (choice?.models ?? choice?.exclude) === undefined) return undefined;
  return pair(choice?.models, choice?.exclude);
}

function pair(models: readonly string[] | undefined, exclude: readonly string[] | undefined): ChosenModels {
  return { ...(models === undefined ? {} : { models }), ...(exclude === undefined ? {} : { exclude }) };
}

async function askModels(
  context: Context,
  chat: readonly Model[],
  before: ChosenModels | undefined,
): Promise<ChosenModels | Back> {
  const { select } = await import('../terminal/questions.ts');
  for (;;) {
    const way = await orBack(context, (asking) => select<Way>(asking, 'Which models?', waysFor(chat, before)));
    if (way === back) return back;
    const chosen = await chosenBy(context, way, { chat, before });
    if (chosen !== back) return chosen;
  }
}

function waysFor(chat: readonly Model[], before: ChosenModels | undefined) {
  const aliases = chat.filter(({ form }) => form === 'alias').map(({ id }) => id);
  const isMany = aliases.length > 0 && aliases.length < chat.length;
  return [
    ...(before === undefined ? [] : [{ name: `as before: ${textOf(before)}`, value: 'before' as const }]),
    { name: `all ${count(chat.length, 'chat model')}, and those that come later`, value: 'all' as const, short: 'all' },
    ...(isMany
      ? [{ name: `the aliases only: ${listed(aliases, mostShown)}`, value: 'aliases' as const, short: 'the aliases' }]
      : []),
    ...(providersOf(chat).size > 1 ? [{ name: 'by provider', value: 'providers' as const }] : []),
    { name: 'by search', value: 'search' as const },
  ];
}

async function chosenBy(
  context: Context,
  way: Way,
  { chat, before }: { readonly chat: readonly Model[]; readonly before: ChosenModels | undefined },
): Promise<ChosenModels | Back> {
  // Without a choice that is kept, none is needed to say "all".
  if (way === 'all') return before === undefined ? {} : { models: allOfThem, exclude: [] };
  if (way === 'before') return before ?? {};
  if (way === 'aliases') return aliasesOf(chat);
  const models = way === 'providers' ? await askProviders(context, chat) : await searchModels(context, chat);
  return models === back ? back : { models, exclude: [] };
}

function aliasesOf(chat: readonly Model[]): ChosenModels {
  const aliases = chat.filter(({ form }) => form === 'alias').map(({ id }) => id);
  const plain = chat.filter(({ id }) => !matchesGlob(fullIds, id)).map(({ id }) => id);
  // Some gateways have full ids without a slash: then the aliases are named.
  return plain.length === aliases.length ? { models: allOfThem, exclude: [fullIds] } : { models: aliases, exclude: [] };
}

/** By what stands before the first slash: that is what a glob can tell. Under '' are those without one. */
function providersOf(chat: readonly Model[]): ReadonlyMap<string, readonly string[]> {
  const providers = new Map<string, string[]>();
  for (const { id } of chat) {
    const provider = id.includes('/') ? id.slice(0, id.indexOf('/')) : '';
    providers.set(provider, [...(providers.get(provider) ?? []), id]);
  }
  return providers;
}

async function askProviders(context: Context, chat: readonly Model[]): Promise<readonly string[] | Back> {
  const { checkbox } = await import('../terminal/questions.ts');
  const globs = await orBack(context, (asking) =>
    checkbox(
      asking,
      'Which providers?',
      [...providersOf(chat)].map(([provider, ids]) => ({
        name: provider === '' ? listed(ids, mostShown) : `${provider} (${count(ids.length, 'model')})`,
        value: provider === '' ? ids : [`${provider}/*`],
        short: provider === '' ? 'those without' : provider,
      })),
    ),
  );
  return globs === back ? back : globs.flat();
}

async function searchModels(context: Context, chat: readonly Model[]): Promise<readonly string[] | Back> {
  const { askGlobs } = await import('./ask-globs.ts');
  return orBack(context, (asking) => askGlobs(asking, 'Models:', chat));
}

/** A choice in words, for the page before the last question. */
export function modelsText(catalog: Catalog, { models, exclude }: ChosenModels): string {
  const chat = chatModels(catalog);
  if (models === undefined && exclude === undefined)
    return `all ${count(chat.length, 'chat model')}, and those that come later`;
  const matching = chat.filter(({ id }) => isMatched(id, { models, exclude })).length;
  return `${matching} of ${count(chat.length, 'chat model')}: ${textOf({ models, exclude })}`;
}

function isMatched(id: string, { models, exclude }: Pick<Globs, 'models' | 'exclude'>): boolean {
  if (exclude?.some((glob) => matchesGlob(glob, id)) === true) return false;
  return models === undefined || models.some((glob) => matchesGlob(glob, id));
}

interface Globs {
  readonly models?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

function textOf({ models, exclude }: Globs): string {
  const what = models === undefined || models.join() === '*' ? 'all' : listed(models, mostShown);
  if (exclude === undefined || exclude.length === 0) return what;
  return exclude.join() === fullIds && what === 'all'
    ? 'the aliases'
    : `${what}, but not ${listed(exclude, mostShown)}`;
}
