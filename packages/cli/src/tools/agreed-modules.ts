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
  const builtinOf = process.getBuiltinModule;
  const modules = new Map<string, Promise<Module>>();
  const scripts = new Map<string, { exports: unknown }>();
  const pureOf = (name: string) => {
    const [, part] = pure.exec(name) ?? [];
    return part === undefined ? undefined : builtinOf(part);
  };
  const imported = (name: string, from: string): Promise<Module> => {
    const place = pure.test(name) ? name : placeOf(name, from);
    const module = modules.get(place) ?? moduleOf(place);
    modules.set(place, module);
    return module;
  };
  const moduleOf = async (place: string): Promise<Module> => {
    const exports = pureOf(place) ?? (isScript(place) ? run(place) : undefined);
    if (exports !== undefined) return synthetic(exports as Exports);
    return new SourceTextModule(textAt(files, place), {
      identifier: place,
      importModuleDynamically: (name) => ready(name, place),
      initializeImportMeta: (meta) => void Object.assign(meta, { url: pathToFileURL(place).href, filename: place }),
    });
  };
  const isScript = (place: string): boolean => {
    if (extname(place) === '.mjs') return false;
    if (extname(place) === '.cjs' || extname(place) === '.json') return true;
    try {
      compileFunction(textAt(files, place), [...names]);
      return true;
    } catch (error) {
      // An `import` or `export` is a mistake there.
      if (error instanceof SyntaxError) return false;
      throw error;
    }
  };
  const ready = async (name: string, from: string): Promise<Module> => {
    const module = await imported(name, from);
    if (module.status === 'unlinked') await module.link((next, { identifier }) => imported(next, identifier));
    await module.evaluate();
    return module;
  };
  const run = (place: string): unknown => {
    const known = scripts.get(place);
    if (known !== undefined) return known.exports;
    const script: { exports: unknown } = { exports: {} };
    scripts.set(place, script);
    const text = textAt(files, place);
    if (extname(place) === '.json') return (script.exports = JSON.parse(text) as unknown);
    const require = (name: string) => {
      const there = pure.test(name) ? name : placeOf(name, place);
      return pureOf(name) ?? run(endings.map((ending) => there + ending).find((one) => files.has(one)) ?? there);
    };
    const call = compileFunction(text, [...names], {
      filename: place,
      importModuleDynamically: (name) => ready(name, place),
    }) as (...given: readonly unknown[]) => void;
    call.call(script.exports, script.exports, require, script, place, dirname(place));
    return script.exports;
  };
  // It would load what was not agreed to.
  Object.assign(process, { getBuiltinModule: pureOf, binding: undefined, dlopen: undefined, mainModule: undefined });
  return (await ready(entry, entry)).namespace as Exports;
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
