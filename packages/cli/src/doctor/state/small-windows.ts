import type { ToolDefinition } from '@modelrack/tool-kit';
import type { ModelList } from '../../lists/model-list.ts';
import type { Examination } from '@modelrack/setup';
import { info, type Finding } from '../finding.ts';

/** Models whose window the tool takes for a larger one: their threads fail before it makes them shorter. */
export function smallWindows(
  { id, name, windowVariable }: ToolDefinition,
  { catalog }: ModelList,
  { files }: Examination,
): readonly Finding[] {
  if (windowVariable === undefined) return [];
  const { name: variable, least } = windowVariable;
  const text = JSON.stringify(files.map(({ value }) => value ?? null));
  const windows = [...catalog.models.values()].flatMap(({ id: model, kind, contextWindow }) =>
    kind === 'chat' && contextWindow !== undefined && contextWindow < least && text.includes(JSON.stringify(model))
      ? [contextWindow]
      : [],
  );
  if (windows.length === 0 || text.includes(`"${variable}"`)) return [];
  const smallest = Math.min(...windows);
  return [
    info(['window', id], `${name} treats models with fewer than ${least} tokens as larger ones`, {
      evidence: `the smallest window of the chosen models is ${smallest}`,
      hint: `if you use such a model, put "${variable}": "${smallest}" into "env" of its settings: it then applies to every model`,
    }),
  ];
}
