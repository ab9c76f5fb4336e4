import { readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { root } from './packages.ts';

export interface Import {
  /** From the root, with slashes. */
  readonly file: string;
  readonly specifier: string;
}

const skipped = new Set(['node_modules', 'dist', 'build', '.git', '.pack']);

/** Files below a folder, from the root and with slashes; built and installed ones left out. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .flatMap((entry) => {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

const forms = [
  /^\s*(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];

/** What a module names in its imports, re-exports and `import()` calls; comments do not count. */
export function specifiersOf(source: string): readonly string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  return forms.flatMap((form) => [...code.matchAll(form)].flatMap((match) => match[1] ?? []));
}

export function importsOf(folder: string): readonly Import[] {
  return filesBelow(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => specifiersOf(readFileSync(join(root, file), 'utf8')).map((specifier) => ({ file, specifier })));
}

/** Put together at run time, as where a test goes through all tools. */
export function isComputed(specifier: string): boolean {
  return specifier.includes('${');
}

export function isRelative(specifier: string): boolean {
  return specifier.startsWith('.');
}

export function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

/** `@modelrack/config-edit/json` -> `@modelrack/config-edit`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Tests, and the suites and doubles that only tests load. */
export function isTestCode(file: string): boolean {
  return file.endsWith('.test.ts') || /\/src\/testing(?:\.ts|\/)/.test(file) || file.startsWith('test/');
}
