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
    ...behaviourOf(model),
  };
}

/**
 * An unknown id is asked to think, with an effort, for up to 32000 tokens. A row can borrow the ways of a model that
 * Claude Code knows: of these two nothing of thinking is sent, and of the second no more than 8192 tokens are asked
 * for. Their window of 200k comes along, so only for models that have no more.
 */
function behaviourOf({ id, contextWindow, reasoning, statedOutput }: ToolModel): Record<string, Json> {
  if (reasoning !== false || isClaude(id) || (contextWindow ?? 0) > 200_000) return {};
  const answersShort = statedOutput !== undefined && statedOutput < 32_000 && statedOutput >= 8192;
  return { behavesAs: answersShort ? 'claude-3-5-haiku-20241022' : 'claude-3-7-sonnet-20250219' };
}

/** Claude Code knows such ids by itself, whatever stands around the name. */
export function isClaude(id: string): boolean {
  return /claude|opus|sonnet|haiku|fable/i.test(id);
}

/** 128000 -> 128k, 1048576 -> 1M: never more than there is. */
function shortCount(tokens: number): string {
  if (tokens >= 1_000_000) return `${Math.floor(tokens / 100_000) / 10}M`;
  return tokens >= 1000 ? `${Math.floor(tokens / 1000)}k` : String(tokens);
}
