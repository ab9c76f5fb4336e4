import type { NoteChange, ToolModel } from './types.ts';

/** As many as a reader takes in; `list` shows which models have no window. */
const named = 3;

/** For a tool that demands the window of every model: those that have one, and one note about the others. */
export function withWindow(
  models: readonly ToolModel[],
  tool: string,
  isKnown: (model: ToolModel) => boolean = ({ contextWindow }) => contextWindow !== undefined,
): { readonly known: readonly ToolModel[]; readonly leftOut: readonly NoteChange[] } {
  const left = models.filter((model) => !isKnown(model)).map(({ id }) => id);
  const known = models.filter(isKnown);
  if (left.length === 0) return { known, leftOut: [] };
  const [what, whose] = left.length === 1 ? ['is', 'its context window'] : ['are', 'their context windows'];
  const text = `${listed(left)} ${what} left out: ${tool} needs ${whose}, which the gateway does not state`;
  return { known, leftOut: [{ kind: 'note', text, leftOut: left }] };
}

function listed(ids: readonly string[]): string {
  if (ids.length <= named) return ids.join(', ');
  return `${ids.slice(0, named).join(', ')} and ${ids.length - named} more`;
}
