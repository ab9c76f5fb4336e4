import { RackError } from '@modelrack/errors';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sizeOfClaudeCode } from './claude-code.ts';
import { sizeOfCodex } from './codex.ts';
import { messagesOfExport, sizeOfOpencode, type OpencodeMessage } from './opencode.ts';
import type { ThreadSize } from './thread-size.ts';

/**
 * The size of the thread in a transcript: of Claude Code or Codex (JSON lines), or of opencode (what
 * `opencode export` prints, or the folder or file of a session in its storage).
 * @throws RackError `file-unreadable`, `file-shape`
 */
export function readThread(path: string): ThreadSize {
  const messages = storedMessages(path);
  if (messages !== undefined) return sizeOfOpencode(messages);
  const text = readText(path);
  if (text.startsWith('SQLite format 3')) {
    throw new RackError('file-shape', 'this is a database, not a conversation', {
      path,
      hint: 'write one conversation of opencode into a file: opencode export SESSION > thread.json',
    });
  }
  const exported = messagesOfExport(parse(text));
  const found =
    exported === undefined
      ? (sizeOfClaudeCode(linesFromEnd(text)) ?? sizeOfCodex(linesFromEnd(text)))
      : sizeOfOpencode(exported);
  if (found !== undefined) return found;
  throw new RackError('file-shape', 'this is not a readable transcript', {
    path,
    hint: 'pass a .jsonl file of Claude Code or Codex, or what `opencode export SESSION` prints; or pass --tokens N',
  });
}

/** Of a session in opencode's storage: the folder of its messages, or the file that names it. */
function storedMessages(path: string): readonly OpencodeMessage[] | undefined {
  const folder = /^ses_.*\.json$/.test(basename(path)) ? besideSession(path) : path;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const files = readdirSync(folder).filter((name) => /^msg_.*\.json$/.test(name));
  if (files.length === 0) return undefined;
  // Their names sort by time.
  return files.toSorted().map((name) => ({ info: parse(readText(join(folder, name))), parts: [] }));
}

/** `storage/session/<project>/ses_x.json` -> `storage/message/ses_x` */
function besideSession(path: string): string {
  return join(dirname(path), '../../message', basename(path, '.json'));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new RackError('file-unreadable', 'the conversation cannot be read', { path, cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The latest answer is near the end, so a long transcript is hardly parsed. A line that is cut off counts nothing. */
function* linesFromEnd(text: string): Generator<unknown> {
  let end = text.length;
  while (end > 0) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end).trim();
    if (line !== '') yield parse(line);
    end = start - 1;
  }
}
