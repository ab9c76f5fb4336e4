import { RackError } from '@modelrack/errors';
import { positionIn } from './position.ts';

export interface Decoded {
  /** Without the byte-order mark. */
  readonly text: string;
  readonly bom: boolean;
  readonly eol: '\n' | '\r\n';
}

const BOM = '\uFEFF';

/** @throws RackError `file-invalid`: not UTF-8 */
export function decode(bytes: Uint8Array, name: string): Decoded {
  refuseUtf16(bytes, name);
  let whole: string;
  try {
    whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const lossy = new TextDecoder('utf-8').decode(bytes);
    throw new RackError('file-invalid', 'this is not UTF-8', {
      path: name,
      hint: 'save the file as UTF-8',
      ...positionIn(lossy, Math.max(lossy.indexOf('\uFFFD'), 0)),
      cause,
    });
  }
  const bom = whole.startsWith(BOM);
  const text = bom ? whole.slice(1) : whole;
  return { text, bom, eol: eolOf(text) };
}

export function encode(text: string, bom: boolean): Uint8Array {
  return new TextEncoder().encode(bom ? BOM + text : text);
}

function refuseUtf16(bytes: Uint8Array, name: string): void {
  const [first, second] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // Without a mark: every second byte of ASCII text in UTF-16 is zero; none of the grammars allows it.
  const isUnmarked = bytes.length > 1 && (first === 0) !== (second === 0);
  if (!isMarked && !isUnmarked) return;
  throw new RackError('file-invalid', 'this is UTF-16, not UTF-8', {
    path: name,
    hint: 'save the file as UTF-8',
    line: 1,
    column: 1,
  });
}

function eolOf(text: string): '\n' | '\r\n' {
  if (!text.includes('\r')) return '\n';
  let pairs = 0;
  let bare = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) === 13) pairs += 1;
    else bare += 1;
  }
  return pairs > bare ? '\r\n' : '\n';
}
