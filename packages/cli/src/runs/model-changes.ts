import type { ToolOutcome } from '@modelrack/setup';
import type { News } from '../lists/untold-news.ts';

/** The longest list of ids that is printed; `--json` has all. */
const shownIds = 20;
const reasons = { edited: 'edited by you', yours: 'yours', 'deleted-by-you': 'deleted by you' } as const;

/** What becomes of which model, where it is shown beforehand: once for all tools for which it is the same. */
export function changesOf(tools: readonly ToolOutcome[]): readonly string[] {
  const toolsByText = new Map<string, string[]>();
  for (const { tool, models } of tools) {
    for (const text of textsOf(models)) toolsByText.set(text, [...(toolsByText.get(text) ?? []), tool]);
  }
  return [...toolsByText].map(([text, names]) => `${names.join(', ')}: ${text}`);
}

function textsOf(models: ToolOutcome['models']): readonly string[] {
  const lists = (['added', 'updated', 'removed'] as const).map((what) => [what, models[what]] as const);
  const kept = models.protected.map(({ id, why }) => `${id} (${reasons[why]})`);
  return [...lists, ['left alone', kept] as const].flatMap(([what, ids]) =>
    ids.length === 0 ? [] : [`${what}: ${shortened(ids)}`],
  );
}

/** What came into the tools and what left them, each id once for all tools. */
export function newsOf(tools: readonly ToolOutcome[]): News {
  const idsOf = (what: 'added' | 'removed') => [...new Set(tools.flatMap(({ models }) => models[what]))];
  return { added: idsOf('added'), removed: idsOf('removed') };
}

/** `New: a, b. Gone: c.` by name; empty where nothing came and went. */
export function newsText({ added, removed }: News): string {
  const lists = [['New', added] as const, ['Gone', removed] as const];
  return lists.flatMap(([what, ids]) => (ids.length === 0 ? [] : [`${what}: ${shortened(ids)}.`])).join(' ');
}

function shortened(ids: readonly string[]): string {
  const rest = ids.length - shownIds;
  return ids.slice(0, shownIds).join(', ') + (rest > 0 ? `, and ${rest} more` : '');
}
