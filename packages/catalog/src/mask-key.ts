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
  const copies = [key, encodeURIComponent(key), Buffer.from(key).toString('base64'), JSON.stringify(key).slice(1, -1)];
  let masked = text;
  for (const copy of copies) if (copy !== '') masked = masked.replaceAll(copy, mask);
  // Some servers quote only the first or the last part.
  for (let length = Math.min(key.length, 256) - 1; length >= shortest; length -= 1) {
    masked = masked.replaceAll(key.slice(0, length), mask).replaceAll(key.slice(-length), mask);
  }
  return masked;
}
