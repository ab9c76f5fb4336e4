import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, isBuiltin, isComputed, isRelative, isTestCode, packageOf } from './repository/imports.ts';
import { isOurs, root, workspacePackages, type WorkspacePackage } from './repository/packages.ts';
import { allowedFor } from './repository/picture.ts';
import { renderManifest, renderTsconfig } from './repository/template.ts';

const all = workspacePackages();
const rootDependencies = Object.keys(
  // Our own file.
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: object }).devDependencies,
);

function declaredBy({ manifest }: WorkspacePackage): readonly string[] {
  return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
}

/** `UPDATE=1` writes what is rendered; otherwise it must stand there already. */
function expectFile(path: string, rendered: string): void {
  if (process.env['UPDATE'] === '1') writeFileSync(join(root, path), rendered);
  const found = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
  expect(found, `${path} differs from its template: npm run generate`).toBe(rendered);
}

describe.each(all)('$folder', (target) => {
  test('manifest and tsconfig are rendered from the template', () => {
    expectFile(`${target.folder}/package.json`, renderManifest(target, all));
    expectFile(`${target.folder}/tsconfig.json`, renderTsconfig(target, all));
  });

  test('knows only packages that lie below it', () => {
    const allowed = allowedFor(target.kind, target.id);
    if (allowed === 'all') return;
    expect(declaredBy(target).filter((name) => isOurs(name) && !allowed.includes(name))).toEqual([]);
  });

  test('imports what it declares, and nothing else', () => {
    const declared = declaredBy(target);
    const undeclared = importsOf(target.folder).filter(({ file, specifier }) => {
      if (isRelative(specifier) || isBuiltin(specifier) || isComputed(specifier)) return false;
      const name = packageOf(specifier);
      if (declared.includes(name) || name === target.manifest.name) return false;
      return !(isTestCode(file) && rootDependencies.includes(name)) && !isConfig(file);
    });
    expect(undeclared).toEqual([]);
  });

  test('declares what it imports, and nothing else', () => {
    if (target.kind === 'test') return;
    const imported = new Set(importsOf(target.folder).map(({ specifier }) => packageOf(specifier)));
    const idle = declaredBy(target).filter((name) => !imported.has(name.replace(/^@types\//, '')));
    expect(idle).toEqual([]);
  });

  test('reaches its own files only, by names that end in .ts', () => {
    const home = target.kind === 'test' ? root : join(root, target.folder, 'src');
    const strays = importsOf(target.folder).filter(({ file, specifier }) => {
      if (!isRelative(specifier)) return specifier.includes('/src/') || specifier.includes('/dist/');
      const path = join(root, dirname(file), specifier);
      const isInside = path.startsWith(home) || isConfig(file);
      return !isInside || !specifier.endsWith('.ts') || (target.kind === 'test' && path.includes('/packages/'));
    });
    expect(strays).toEqual([]);
  });

  test('has a README that begins with its name', () => {
    if (target.kind === 'test') return;
    const path = join(root, target.folder, 'README.md');
    expect(existsSync(path), `${target.folder}/README.md is missing`).toBe(true);
    expect(readFileSync(path, 'utf8').split('\n')[0]).toBe(`# ${target.manifest.name}`);
  });
});

describe('a tool', () => {
  test.each(all.filter(({ kind }) => kind === 'tool'))(
    '$id imports what the picture allows, and touches nothing',
    (target) => {
      const sources = importsOf(target.folder).filter(({ file }) => !isTestCode(file));
      const allowed = allowedFor('tool', target.id);
      const foreign = sources.filter(({ specifier }) => !isRelative(specifier) && !allowed.includes(specifier));
      expect(foreign).toEqual([]);
    },
  );
});

function isConfig(file: string): boolean {
  return file.endsWith('.config.ts');
}
