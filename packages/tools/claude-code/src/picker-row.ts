import type { Json, ToolModel } from '@modelrack/tool-kit';

/** Words that Claude Code resolves to models of its own before it looks at the list. */
const aliases = new Set(['opus', 'sonnet', 'haiku', 'fable', 'best', 'opusplan', 'default']);

/** Can this id be sent at all? The suffix is cut off before sending. */
export function isReachable(id: string): boolean {
  return !aliases.has(id.toLowerCase()) && !/\[1m\]$/i.test(id);
}

export function pickerRow(model: ToolModel, via: string): Record<string, Json> {
  const { contextWindow } = model;
  return {
    model: model.id,
    label: model.label,
    description: contextWindow === undefined ? `via ${via}` : `via ${via}, ${shortCount(contextWindow)}`,
    ...(isBetterServedBy200k(model) ? { behavesAs: 'claude-sonnet-4-5' } : {}),
  };
}

/**
 * A row cannot state a window, but it can borrow that of a model that Claude Code knows: 200k for this one, where
 * an unknown id is taken for a million. Borrowed only where the model has no less and does not have the
 * million. Ids of Claude models it recognises by itself.
 */
function isBetterServedBy200k({ id, contextWindow = 0 }: ToolModel): boolean {
  return contextWindow >= 200_000 && contextWindow < 1_000_000 && !/claude/i.test(id);
}

/** 128000 -> 128k, 1048576 -> 1M: never more than there is. */
function shortCount(tokens: number): string {
  if (tokens >= 1_000_000) return `${Math.floor(tokens / 100_000) / 10}M`;
  return tokens >= 1000 ? `${Math.floor(tokens / 1000)}k` : String(tokens);
}
