import { dirname, extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SourceTextModule, SyntheticModule, compileFunction, type Module } from 'node:vm';
import { endings } from './package-files.ts';

/** Of Node these compute, and neither read, start nor load anything. */
const pure = /^(?:node:)?(assert|buffer|events|path|querystring|string_decoder|url|util)$/;

/** By path, what was agreed to. */
export type AgreedFiles = ReadonlyMap<string, string>;
type Exports = Readonly<Record<string, unknown>>;

/**
 * Loads a tool package from the texts that were agreed to and from nothing else, however an import is written: what
 * Node finds on the disk may have come there since. Needs a thread with `--experimental-vm-modules`.
 */
export async function importAgreed(entry: string, files: AgreedFiles): Promise<Exports> {
  const loader = new Loader(files, process.getBuiltinModule);
  const getBuiltinModule = (name: string) => loader.pure(name);
  // It would load what was not agreed to.
  Object.assign(process, { getBuiltinModule, binding: undefined, dlopen: undefined, mainModule: undefined });
  return (await loader.ready(entry, entry)).namespace as Exports;
}

class Loader {
  readonly #modules = new Map<string, Promise<Module>>();
  readonly #scripts = new Map<string, { exports: unknown }>();

  readonly #files: AgreedFiles;
  readonly #builtinOf: typeof process.getBuiltinModule;

  constructor(files: AgreedFiles, builtinOf: typeof process.getBuiltinModule) {
    this.#files = files;
    this.#builtinOf = builtinOf;
  }

  pure(name: string): unknown {
    const [, part] = pure.exec(name) ?? [];
    return part === undefined ? undefined : this.#builtinOf(part);
  }

  /** What `name` stands for in the file `from`, evaluated. */
  async ready(name: string, from: string): Promise<Module> {
    const module = await this.#imported(name, from);
    if (module.status === 'unlinked') await module.link((next, { identifier }) => this.#imported(next, identifier));
    await module.evaluate();
    return module;
  }

  #imported(name: string, from: string): Promise<Module> {
    const place = pure.test(name) ? name : placeOf(name, from);
    const module = this.#modules.get(place) ?? this.#moduleOf(place);
    this.#modules.set(place, module);
    return module;
  }

  async #moduleOf(place: string): Promise<Module> {
    const exports = this.pure(place) ?? (this.#isScript(place) ? this.#run(place) : undefined);
    if (exports !== undefined) return synthetic(exports as Exports);
    return new SourceTextModule(textAt(this.#files, place), {
      identifier: place,
      importModuleDynamically: (name) => this.ready(name, place),
      initializeImportMeta: (meta) => void Object.assign(meta, { url: pathToFileURL(place).href, filename: place }),
    });
  }

  #isScript(place: string): boolean {
    if (extname(place) === '.mjs') return false;
    if (extname(place) === '.cjs' || extname(place) === '.json') return true;
    try {
      compileFunction(textAt(this.#files, place), [...names]);
      return true;
    } catch (error) {
      // An `import` or `export` is a mistake there.
      if (error instanceof SyntaxError) return false;
      throw error;
    }
  }

  #run(place: string): unknown {
    const known = this.#scripts.get(place);
    if (known !== undefined) return known.exports;
    const script: { exports: unknown } = { exports: {} };
    this.#scripts.set(place, script);
    const text = textAt(this.#files, place);
    if (extname(place) === '.json') return (script.exports = JSON.parse(text) as unknown);
    const require = (name: string) => this.pure(name) ?? this.#run(this.#found(name, place));
    const call = compileFunction(text, [...names], {
      filename: place,
      importModuleDynamically: (name) => this.ready(name, place),
    }) as (...given: readonly unknown[]) => void;
    call.call(script.exports, script.exports, require, script, place, dirname(place));
    return script.exports;
  }

  #found(name: string, from: string): string {
    const place = pure.test(name) ? name : placeOf(name, from);
    return endings.map((ending) => place + ending).find((one) => this.#files.has(one)) ?? place;
  }
}

const names = ['exports', 'require', 'module', '__filename', '__dirname'] as const;

function synthetic(exports: Exports): Module {
  const named = typeof exports === 'object' && exports !== null ? Object.keys(exports) : [];
  const all = new Map<string, unknown>(named.map((name) => [name, exports[name]]));
  all.set('default', exports);
  return new SyntheticModule([...all.keys()], function set() {
    for (const [name, value] of all) this.setExport(name, value);
  });
}

/** @throws Error for all but a file: what is installed is not what was agreed to */
function placeOf(name: string, from: string): string {
  if (name.startsWith('file:')) return fileURLToPath(name);
  if (/^(?:\.{0,2}[\\/]|[a-zA-Z]:[\\/])/.test(name)) return resolve(dirname(from), name);
  throw outside(name);
}

function textAt(files: AgreedFiles, place: string): string {
  const text = files.get(place);
  if (text === undefined) throw outside(place);
  return text;
}

function outside(name: string): Error {
  return new Error(`it imports ${name}, which is outside of it: only the files that you agree to run`);
}
