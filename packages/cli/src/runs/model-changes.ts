import type { ToolOutcome } from '@modelrack/setup';

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

/** Which models are new and which are gone, by name and once for all tools; undefined: none. */
export function comingsAndGoings(tools: readonly ToolOutcome[]): string | undefined {
  const idsOf = (what: 'added' | 'removed') => [...new Set(tools.flatMap(({ models }) => models[what]))];
  const lists = [['new', idsOf('added')] as const, ['gone', idsOf('removed')] as const];
  const parts = lists.flatMap(([what, ids]) => (ids.length === 0 ? [] : [`${what}: ${shortened(ids)}`]));
  return parts.length === 0 ? undefined : parts.join('; ');
}

function shortened(ids: readonly string[]): string {
  const rest = ids.length - shownIds;
  return ids.slice(0, shownIds).join(', ') + (rest > 0 ? `, and ${rest} more` : '');
}
