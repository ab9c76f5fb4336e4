import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../json.ts';
import type { OutgoingBody } from '../provider.ts';

/** A form with these fields. What is no text is written as JSON; what is null is left out. */
export function writeForm(fields: JsonObject): OutgoingBody {
  const boundary = `modelrack-${randomBytes(16).toString('hex')}`;
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    if (value === null) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // As browsers write names: nothing in one may end it.
    const quoted = name.replace(/["\r\n]/gu, (character) => encodeURIComponent(character));
    return [`--${boundary}\r\nContent-Disposition: form-data; name="${quoted}"\r\n\r\n${text}\r\n`];
  });
  const bytes = Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
  return { contentType: `multipart/form-data; boundary=${boundary}`, length: bytes.length, chunks: () => [bytes] };
}
