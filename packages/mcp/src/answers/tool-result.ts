import { maskKey } from '@modelrack/text';
import { isRackError } from '@modelrack/errors';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

export interface Picture {
  readonly bytes: Uint8Array;
  readonly mime: string;
}

/**
 * The same JSON as text and as structured content: some clients show a model the one, some the other. No links to
 * files: some drop them, one sends them to the gateway as pictures.
 */
export function resultOf(value: object, key: string | undefined, picture?: Picture): CallToolResult {
  const text = withoutKey(JSON.stringify(value), key);
  return {
    content: [{ type: 'text', text }, ...(picture === undefined ? [] : [inline(picture)])],
    // It was an object a line ago.
    structuredContent: JSON.parse(text) as Record<string, unknown>,
  };
}

function inline({ bytes, mime }: Picture) {
  return { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType: mime } as const;
}

/** A failure reaches the model as text: what failed, and what to do. */
export function failureOf(error: unknown, key: string | undefined): CallToolResult {
  const known = isRackError(error) ? error : undefined;
  const message = known?.message ?? 'unexpected failure of modelrack';
  const place = known?.path === undefined ? '' : ` (${known.path})`;
  const hint = known?.hint === undefined ? '' : `\n${known.hint}`;
  return { isError: true, content: [{ type: 'text', text: maskKey(`${message}${place}${hint}`, key) }] };
}

/** A gateway may send it back. What only looks like a key is the user's text, and stays. */
function withoutKey(json: string, key: string | undefined): string {
  if (key === undefined || key.length < shortestKey) return json;
  return json.replaceAll(JSON.stringify(key).slice(1, -1), '***');
}

/** A shorter one is a word, and no secret. */
const shortestKey = 8;
