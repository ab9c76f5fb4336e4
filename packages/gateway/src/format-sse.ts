import type { JsonObject } from './json.ts';

/** A server-sent event without a name. */
export function formatData(data: JsonObject): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** One that is named after the `type` of its data, as Messages and Responses have them. */
export function formatEvent(data: JsonObject & { readonly type: string }): string {
  return `event: ${data.type}\n${formatData(data)}`;
}

/** What tells a whole stream from one that broke off. */
export const streamEnd = 'data: [DONE]\n\n';
