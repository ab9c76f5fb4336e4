import { fieldOf, isRecord } from '@modelrack/json';
import { countAt, threadSize, tokensOfContent, type ThreadSize } from './thread-size.ts';

/** Lines from the last to the first. The answers of subagents stand between them, and fill other windows. */
export function sizeOfClaudeCode(lines: Iterable<unknown>): ThreadSize | undefined {
  let later = 0;
  let attached = 0;
  let boundary: unknown;
  let overhead = 0;
  let isOurs = false;
  for (const line of lines) {
    if (fieldOf(line, 'isSidechain') === true) continue;
    const type = fieldOf(line, 'type');
    isOurs ||= (type === 'assistant' || type === 'user') && isRecord(fieldOf(line, 'message'));
    const counted = type === 'assistant' ? countedIn(line) : 0;
    if (boundary !== undefined) overhead = counted > 0 ? counted : overhead;
    else if (counted > 0) return threadSize('claude-code', counted, later + attached);
    else if (fieldOf(line, 'subtype') === 'compact_boundary') boundary = line;
    else if (type === 'attachment')
      attached += tokensOfContent(fieldOf(line, 'rendered') ?? fieldOf(line, 'attachment'));
    else if (type === 'user' || type === 'assistant') later += tokensOfContent(fieldOf(line, 'message', 'content'));
  }
  if (!isOurs) return undefined;
  if (boundary === undefined) return threadSize('claude-code', 0, later + attached);
  // Behind a boundary a summary replaces what lay before it, but not the tool's own instructions and what it attaches
  // to every thread. Nobody counted these by themselves: the first answer held little else. (2.1.332: one percent off.)
  const before = countAt(boundary, 'compactMetadata', 'preTokens') || overhead;
  return threadSize('claude-code', 0, later + Math.min(overhead, before));
}

function countedIn(line: unknown): number {
  const parts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'];
  return parts.reduce((sum, part) => sum + countAt(line, 'message', 'usage', part), 0);
}
