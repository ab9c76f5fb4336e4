// Not imported: what the bundler makes of that is in a chunk itself.
const { readFileSync } = process.getBuiltinModule('node:fs');
const { join } = process.getBuiltinModule('node:path');
const { Script } = process.getBuiltinModule('node:vm');

interface Chunk {
  exports: unknown;
}
type Body = (...names: readonly unknown[]) => void;

/**
 * As the build leaves it beside a chunk that the everyday commands need. V8 refuses that of another release, but of
 * the text it compares the length alone: the names of chunks tell what is in them.
 */
const compiledEnding = `.${process.arch}-${process.versions.v8}.compiled`;

/**
 * `require` for the chunks of the bundle, which takes what the build has compiled already: that is a third
 * of what a start of ours costs. Without it, or with that of another Node, a chunk is compiled from its text.
 */
export function chunkLoader(folder: string): (id: string) => unknown {
  const loaded = new Map<string, Chunk>();
  return function load(id) {
    const known = loaded.get(id);
    if (known !== undefined) return known.exports;
    const chunk: Chunk = { exports: {} };
    loaded.set(id, chunk);
    const file = join(folder, id);
    const text = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`;
    const cachedData = compiledFor(file);
    const script = new Script(text, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) });
    // What the text above evaluates to.
    const body = script.runInThisContext() as Body;
    body(chunk.exports, load, chunk, file, folder);
    return chunk.exports;
  };
}

function compiledFor(file: string): Buffer | undefined {
  try {
    return readFileSync(file + compiledEnding);
  } catch {
    return undefined;
  }
}
