import { fieldOf, isRecord } from '@modelrack/json';

/** How full a thread's window is, as its transcript tells. */
export interface ThreadSize {
  readonly tool: 'claude-code' | 'codex' | 'opencode';
  /** What the gateway counted at the latest answer, and what came after it by its length. */
  readonly tokens: number;
  /** A part of it was not counted but judged by its length. */
  readonly isEstimated: boolean;
}

/** Of English and of code; other scripts have more bytes per letter, and more tokens too. */
const bytesPerToken = 4;
/** What a picture costs at most in the tools that write such transcripts. */
const tokensOfPicture = 1600;

export function threadSize(tool: ThreadSize['tool'], counted: number, later: number): ThreadSize {
  return { tool, tokens: counted + later, isEstimated: later > 0 || counted === 0 };
}

function tokensOfText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}

/** Of the content of a message: text, or blocks of text, calls, their results and pictures. */
export function tokensOfContent(content: unknown): number {
  if (typeof content === 'string') return tokensOfText(content);
  if (Array.isArray(content)) return content.reduce<number>((sum, block) => sum + tokensOfContent(block), 0);
  if (!isRecord(content)) return 0;
  const type = content['type'];
  if (type === 'image' || type === 'input_image' || type === 'document') return tokensOfPicture;
  const parts = ['text', 'content', 'output', 'arguments', 'thinking', 'summary'].map((name) =>
    tokensOfContent(content[name]),
  );
  const input = isRecord(content['input'])
    ? tokensOfText(JSON.stringify(content['input']))
    : tokensOfContent(content['input']);
  return parts.reduce((sum, part) => sum + part, input);
}

/** 0 for whatever is not a count. */
export function countAt(value: unknown, ...path: readonly string[]): number {
  const found = fieldOf(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) && found > 0 ? found : 0;
}
