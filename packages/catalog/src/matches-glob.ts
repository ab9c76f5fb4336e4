/**
 * Whether an id matches a pattern as a whole: `*` stands for any run of characters, slashes too, `?` for one;
 * case does not matter, every other character stands for itself. In time proportional to the product of the
 * lengths at worst: patterns come from flags, ids from strangers.
 */
export function matchesGlob(pattern: string, id: string): boolean {
  const glob = Array.from(pattern.toLowerCase());
  const text = Array.from(id.toLowerCase());
  let g = 0;
  let star = -1;
  let mark = 0;
  for (let t = 0; t < text.length;) {
    if (glob[g] === '*') {
      star = g;
      mark = t;
      g += 1;
    } else if (g < glob.length && (glob[g] === '?' || glob[g] === text[t])) {
      g += 1;
      t += 1;
    } else if (star !== -1) {
      // The last star takes one character more.
      g = star + 1;
      mark += 1;
      t = mark;
    } else {
      return false;
    }
  }
  while (glob[g] === '*') g += 1;
  return g === glob.length;
}
