import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, packageOf } from './imports.ts';
import { isOurs, root, type Dependencies, type PackageKind, type WorkspacePackage } from './packages.ts';
import { allowedFor, bottomUp } from './picture.ts';

const common = { license: 'MIT', type: 'module', engines: { node: '>=20.19' } };

/**
 * `package.json` as it is to be. Free are only a library's sentence, its subpaths and what it depends on;
 * a tool has nothing free. `all` is the whole workspace.
 */
export function renderManifest(target: WorkspacePackage, all: readonly WorkspacePackage[]): string {
  const version = all.find(({ kind }) => kind === 'cli')?.manifest.version;
  const dependencies = { ...workspaceDependencies(target, all), ...foreign(target.manifest.dependencies) };
  const devDependencies = { ...workspaceDependencies(target, all), ...foreign(target.manifest.devDependencies) };
  if (target.kind === 'test') {
    return render({ name: '@modelrack/test', version: '0.0.0', private: true, type: 'module', devDependencies });
  }
  // Everything is bundled into the command, so that its users install nothing else.
  if (target.kind === 'cli') return renderCli(target, { version, all, devDependencies });
  const { description } = target.manifest;
  return render({
    name: `@modelrack/${target.id}`,
    version,
    private: true,
    description: target.kind === 'tool' ? `${toolName(target)} for modelrack.` : description,
    ...common,
    files: ['dist', '!dist/.tsbuildinfo'],
    exports: Object.fromEntries(subpathsOf(target).map((subpath) => [subpath, exportOf(target, subpath)])),
    dependencies,
    devDependencies: target.kind === 'library' ? nonEmpty(foreign(target.manifest.devDependencies)) : undefined,
  });
}

/** `tsconfig.json` as it is to be: the base, and a reference for each package of ours that the manifest names. */
export function renderTsconfig(target: WorkspacePackage, all: readonly WorkspacePackage[]): string {
  const up = target.folder.replaceAll(/[^/]+/g, '..');
  const named = workspaceDependencies(target, all);
  const references = sorted(all)
    .filter(({ manifest }) => manifest.name in named)
    .map(({ folder }) => ({ path: target.folder === 'test' ? `${up}/${folder}` : relative(target.folder, folder) }));
  return render({ extends: `${up}/tsconfig.base.json`, ...oddities[target.kind], references });
}

const oddities: Readonly<Record<PackageKind, object>> = {
  library: {},
  tool: {},
  // `dist` of the command is the bundle; the compiler's output there only proves the types.
  cli: { compilerOptions: { outDir: '${configDir}/build', tsBuildInfoFile: '${configDir}/build/.tsbuildinfo' } },
  test: {
    compilerOptions: { rootDir: '${configDir}' },
    include: ['${configDir}'],
    exclude: ['${configDir}/dist'],
  },
};

interface CliParts {
  readonly version: string | undefined;
  readonly all: readonly WorkspacePackage[];
  readonly devDependencies: Dependencies;
}

function renderCli({ manifest }: WorkspacePackage, { version, all, devDependencies }: CliParts): string {
  const tools = all.filter(({ kind }) => kind === 'tool').map(({ id }) => id);
  return render({
    name: 'modelrack',
    version,
    description: manifest.description,
    keywords: [...(manifest.keywords ?? []).filter((word) => !tools.includes(word)), ...tools],
    ...common,
    bin: { modelrack: './dist/modelrack.js' },
    man: ['./man/modelrack.1'],
    files: ['dist', 'schema', 'man'],
    exports: manifest.exports,
    devDependencies,
  });
}

/** What a package names of ours: its own choice for libraries; for the command also every tool; for the tests all. */
function workspaceDependencies(target: WorkspacePackage, all: readonly WorkspacePackage[]): Dependencies {
  const declared = { ...target.manifest.dependencies, ...target.manifest.devDependencies };
  const imports = target.kind === 'tool' ? importsOf(target.folder) : [];
  const isImported = (name: string) => imports.some(({ specifier }) => packageOf(specifier) === name);
  const wanted = sorted(all).filter(({ kind, manifest }) => {
    if (kind === 'test') return false;
    if (target.kind === 'tool')
      return allowedFor('tool', target.id).includes(manifest.name) && isImported(manifest.name);
    if (target.kind === 'test') return true;
    return manifest.name in declared || (target.kind === 'cli' && kind === 'tool');
  });
  return Object.fromEntries(wanted.map(({ manifest }) => [manifest.name, 'workspace:*']));
}

/** Libraries from the bottom up, then tools by alphabet, then the command. */
function sorted(all: readonly WorkspacePackage[]): readonly WorkspacePackage[] {
  const kinds: readonly PackageKind[] = ['library', 'tool', 'cli', 'test'];
  const rank = ({ kind, id }: WorkspacePackage) => kinds.indexOf(kind) * 1000 + bottomUp.indexOf(id);
  return all.toSorted((left, right) => rank(left) - rank(right) || (left.id < right.id ? -1 : 1));
}

function foreign(dependencies: Dependencies = {}): Dependencies {
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => !isOurs(name)));
}

function nonEmpty(dependencies: Dependencies): Dependencies | undefined {
  return Object.keys(dependencies).length === 0 ? undefined : dependencies;
}

/** `packages/cli` -> `packages/tools/x`: `../tools/x`. */
function relative(from: string, to: string): string {
  return `${from
    .split('/')
    .slice(1)
    .map(() => '..')
    .join('/')}/${to.slice('packages/'.length)}`;
}

function subpathsOf({ kind, manifest }: WorkspacePackage): readonly string[] {
  return kind === 'tool' ? ['.'] : Object.keys(manifest.exports ?? { '.': undefined });
}

function exportOf(target: WorkspacePackage, subpath: string): object {
  const name = subpath === '.' ? 'index' : subpath.slice(2);
  const isFolder = existsSync(join(root, target.folder, 'src', name, 'index.ts'));
  const stem = isFolder ? `${name}/index` : name;
  return { 'modelrack:source': `./src/${stem}.ts`, types: `./dist/${stem}.d.ts`, default: `./dist/${stem}.js` };
}

/** Read as text: a new tool cannot be imported before its manifest is there. */
function toolName({ folder, id }: WorkspacePackage): string {
  const source = readFileSync(join(root, folder, 'src/index.ts'), 'utf8');
  return /^ {2}name: '([^']+)'/m.exec(source)?.[1] ?? id;
}

function render(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
