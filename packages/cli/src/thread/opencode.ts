import { fieldOf } from '@modelrack/json';
import { countAt, threadSize, tokensOfContent, type ThreadSize } from './thread-size.ts';

export interface OpencodeMessage {
  readonly info: unknown;
  readonly parts: readonly unknown[];
}

/** What `opencode export` prints. */
export function messagesOfExport(document: unknown): readonly OpencodeMessage[] | undefined {
  const messages = fieldOf(document, 'messages');
  if (!Array.isArray(messages) || fieldOf(document, 'info', 'id') === undefined) return undefined;
  return messages.map((message) => {
    const parts = fieldOf(message, 'parts');
    return { info: fieldOf(message, 'info'), parts: Array.isArray(parts) ? parts : [] };
  });
}

/** In their order. */
export function sizeOfOpencode(messages: readonly OpencodeMessage[]): ThreadSize {
  let later = 0;
  for (const { info, parts } of messages.toReversed()) {
    const counted = fieldOf(info, 'role') === 'assistant' ? countedIn(info) : 0;
    // Of an answer that is the summary, only its own length is left in the window.
    if (counted > 0 && fieldOf(info, 'summary') === true)
      return threadSize('opencode', 0, later + countAt(info, 'tokens', 'output'));
    if (counted > 0) return threadSize('opencode', counted, later);
    later += parts.reduce<number>(
      (sum, part) => sum + tokensOfContent(part) + tokensOfContent(fieldOf(part, 'state')),
      0,
    );
  }
  return threadSize('opencode', 0, later);
}

function countedIn(info: unknown): number {
  const total = countAt(info, 'tokens', 'total');
  if (total > 0) return total;
  const paths = [['input'], ['output'], ['reasoning'], ['cache', 'read'], ['cache', 'write']];
  return paths.reduce((sum, path) => sum + countAt(info, 'tokens', ...path), 0);
}
