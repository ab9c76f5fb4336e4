const mask = '***';
// Keys of the usual makers, whole or cut short by whoever echoes them.
const known =
  /\b(?:Bearer\s+\S{4,}|(?:sk|pk|rk|gsk|xai|hf|r8|pplx|ghp|gho|ghs|fw|csk|vck|nvapi|github_pat)[-_][\w*.…-]{3,}|AIza[\w*.…-]{6,})/g;
// `sk-ab***yz`, `****abcd`. Bounded, or a long word would be read anew from each of its letters.
const starred = /[\w-]{0,100}\*{2,}[\w*-]*/g;
const shortest = 8;

/** Takes every copy of the key out of a text: whole, encoded, cut short or starred out. Over-masking is fine. */
export function maskKey(text: string, key: string | undefined): string {
  const masked = key === undefined || key === '' ? text : maskCopies(text, key.trim());
  return masked.replace(known, mask).replace(starred, mask);
}

function maskCopies(text: string, key: string): string {
  const bytes = new TextEncoder().encode(key);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const copies = [key, encodeURIComponent(key), base64(bytes), JSON.stringify(key).slice(1, -1), ...base64Within(key)];
  let masked = text;
  for (const copy of copies) if (copy !== '') masked = masked.replaceAll(copy, mask);
  // Some servers quote only the first or the last part.
  for (let length = Math.min(key.length, 256) - 1; length >= shortest; length -= 1) {
    masked = masked.replaceAll(key.slice(0, length), mask).replaceAll(key.slice(-length), mask);
  }
  if (key.length < shortest) return masked;
  return masked.replace(new RegExp(hex, 'gi'), mask).replace(spelledOut(key), mask);
}

/** What of the key is the same in base64 wherever it begins in a longer text, in both alphabets. */
function base64Within(key: string): string[] {
  if (key.length < shortest) return [];
  const bytes = new TextEncoder().encode(key);
  return [0, 1, 2].flatMap((offset) => {
    const inner = bytes.subarray((3 - offset) % 3);
    const whole = base64(inner.subarray(0, inner.length - (inner.length % 3)));
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** The key in letters of any size or spelled by their numbers, with something between them, or backwards. */
function spelledOut(key: string): RegExp {
  const letters = Array.from(key.slice(0, 256), (letter) => {
    const code = letter.charCodeAt(0);
    const hex = code.toString(16).padStart(2, '0');
    return `(?:${letter.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}|&#(?:${code}|x0*${hex});|\\\\u0*${hex}|%${hex})`;
  });
  const gap = '[\\s,.:_|"\'-]{0,3}';
  return new RegExp(`${letters.join(gap)}|${letters.toReversed().join(gap)}`, 'gi');
}

/** By what every place with a language has: this also runs inside coding tools. */
function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
