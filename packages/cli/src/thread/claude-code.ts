import { countAt, fieldOf, threadSize, tokensOfContent, type ThreadSize } from './thread-size.ts';

/** Lines from the last to the first. The answers of subagents stand between them, and fill other windows. */
export function sizeOfClaudeCode(lines: Iterable<unknown>): ThreadSize | undefined {
  let later = 0;
  let isOurs = false;
  for (const line of lines) {
    const type = fieldOf(line, 'type');
    if (fieldOf(line, 'isSidechain') === true || fieldOf(line, 'isMeta') === true) continue;
    // What lies before was replaced by a summary, which is one of the messages behind this line.
    if (fieldOf(line, 'subtype') === 'compact_boundary') return threadSize('claude-code', 0, later);
    if (type !== 'assistant' && type !== 'user') continue;
    isOurs ||= fieldOf(line, 'sessionId') !== undefined && fieldOf(line, 'message') !== undefined;
    const counted = type === 'assistant' ? countedIn(line) : 0;
    if (counted > 0) return threadSize('claude-code', counted, later);
    later += tokensOfContent(fieldOf(line, 'message', 'content'));
  }
  return isOurs ? threadSize('claude-code', 0, later) : undefined;
}

function countedIn(line: unknown): number {
  const parts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'];
  return parts.reduce((sum, part) => sum + countAt(line, 'message', 'usage', part), 0);
}
