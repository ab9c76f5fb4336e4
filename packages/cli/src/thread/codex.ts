import { fieldOf } from '@modelrack/json';
import { countAt, threadSize, tokensOfContent, type ThreadSize } from './thread-size.ts';

/** Lines of a rollout from the last to the first. */
export function sizeOfCodex(lines: Iterable<unknown>): ThreadSize | undefined {
  let later = 0;
  let isOurs = false;
  for (const line of lines) {
    const type = fieldOf(line, 'type');
    const payload = fieldOf(line, 'payload');
    if (type === 'event_msg' && fieldOf(payload, 'type') === 'token_count') {
      const counted = countAt(payload, 'info', 'last_token_usage', 'total_tokens');
      if (counted > 0) return threadSize('codex', counted, later);
    }
    if (type === 'compacted') {
      const kept = fieldOf(payload, 'replacement_history') ?? fieldOf(payload, 'message');
      return threadSize('codex', 0, later + tokensOfContent(kept));
    }
    if (type === 'response_item') later += tokensOfContent(payload);
    isOurs ||= type === 'session_meta' || type === 'response_item';
  }
  return isOurs ? threadSize('codex', 0, later) : undefined;
}
