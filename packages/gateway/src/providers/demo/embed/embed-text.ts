export const defaultDimensions = 256;
const shortest = 3;
const longest = 5;

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV mixes its low bits too little for a small modulus.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

function simplify(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}

/**
 * Runs of three to five characters, each of which adds to or takes from one place that its hash picks; of unit length.
 * What shares words or parts of words points the same way. It knows nothing of meaning.
 */
export function embedText(text: string, dimensions = defaultDimensions): Float32Array {
  const vector = new Float32Array(dimensions);
  const simple = simplify(text);
  for (let size = shortest; size <= longest; size += 1) {
    for (let start = 0; start + size <= simple.length; start += 1) {
      const value = hash(simple.slice(start, start + size));
      const place = (value >>> 1) % dimensions;
      vector[place] = (vector[place] ?? 0) + ((value & 1) === 1 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector);
  // A text without a letter still needs a direction.
  if (length === 0) vector[0] = 1;
  else for (let place = 0; place < dimensions; place += 1) vector[place] = (vector[place] ?? 0) / length;
  return vector;
}
