import type { Model } from '@modelrack/catalog';

export interface Candidate {
  /** `<connection>/<upstream id>`. */
  readonly id: string;
  readonly connection: string;
  readonly model: Model;
}

export type Tier = 'lite' | 'plus' | 'ultra';

const tiers: readonly Tier[] = ['lite', 'plus', 'ultra'];
const longestSuggestion = 3;

/** What families call their sizes. Not a judgement of quality: a first guess that the user can replace. */
const lite = /(?<![a-z])(?:nano|mini|lite|haiku|flash|small|tiny|fast|instant|air)(?![a-z])|(?<!\d)[1-9]b(?![a-z])/iu;
const ultra = /(?<![a-z])(?:opus|ultra|max|fable|mythos|large|pro|heavy|reasoner)(?![a-z])|(?<!\d)\d{3}b(?![a-z])/iu;
/** Dated snapshots and previews of what is there by its own name, and what is no chat in spite of its kind. */
const odd =
  /preview|\d{4}-?\d{2}-?\d{2}|-\d{4}$|search|audio|instruct|vision|codex|babbage|davinci|gpt-3|deep-research|guard/iu;

function tierOf(id: string): Tier {
  // `gemini-2.5-flash-lite-pro` would be odd; the smaller word wins.
  if (lite.test(id)) return 'lite';
  return ultra.test(id) ? 'ultra' : 'plus';
}

function versionOf(id: string): number {
  const [, major = '0', minor = '0'] =
    /(\d{1,2})(?:[.-](\d{1,2})(?!\d))?/u.exec(id.slice(id.lastIndexOf('/') + 1)) ?? [];
  return Number(major) + Number(minor) / 100;
}

function isUsual({ model }: Candidate): boolean {
  return model.kind === 'chat' && !model.deprecated && model.tools !== false;
}

/** Better first: usual names, then the newer version, then the larger window, then the alphabet. */
function compare(left: Candidate, right: Candidate): number {
  const oddness = Number(odd.test(left.id)) - Number(odd.test(right.id));
  const age = versionOf(right.id) - versionOf(left.id);
  const window = (right.model.contextWindow ?? 0) - (left.model.contextWindow ?? 0);
  return oddness || age || window || left.id.length - right.id.length || (left.id < right.id ? -1 : 1);
}

/** The best of each connection, in the order of the connections. */
function pickOnePerConnection(candidates: readonly Candidate[]): readonly string[] {
  const best = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const known = best.get(candidate.connection);
    if (known === undefined || compare(candidate, known) < 0) best.set(candidate.connection, candidate);
  }
  return [...best.values()].slice(0, longestSuggestion).map(({ id }) => id);
}

/** A chain for every tier from what connected accounts serve; a size that nobody has is the nearest one. Pure. */
export function suggestTiers(all: readonly Candidate[]): Readonly<Record<Tier, readonly string[]>> {
  const usual = all.filter(isUsual);
  const of = (tier: Tier) => usual.filter(({ id }) => tierOf(id) === tier);
  const nearest: Readonly<Record<Tier, readonly Tier[]>> = {
    lite: ['lite', 'plus', 'ultra'],
    plus: ['plus', 'ultra', 'lite'],
    ultra: ['ultra', 'plus', 'lite'],
  };
  const chain = (tier: Tier): readonly string[] => {
    const found = nearest[tier].map((near) => of(near)).find((candidates) => candidates.length > 0);
    return pickOnePerConnection(found ?? []);
  };
  const [first, second, third] = tiers.map(chain);
  return { lite: first ?? [], plus: second ?? [], ultra: third ?? [] };
}
