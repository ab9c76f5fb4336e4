// Bundles packages/cli into packages/cli/dist: the command and all that it needs, in chunks that are loaded on demand.
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'tsdown';
import { bracketStarts } from './bundle/bracket-starts.mjs';
import { plainExports } from './bundle/plain-exports.mjs';

const folder = join(import.meta.dirname, '../packages/cli');
const dist = join(folder, 'dist');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/**
 * What is loaded together, by the files that need it; what these import comes along. Every file costs half a
 * millisecond and every 100 kB as much as four files, so: few files, and nothing in them that is not used.
 */
const groups = [
  ['core', /^\0(?:lean-|rolldown)|node_modules\/(commander|picocolors)\/|cli\/src\/(main|program\/\w[\w-]*)\.ts$/],
  [
    'read',
    /tool-kit\/src\/define-tool\.ts$|cli\/src\/(commands\/list|connections\/(target|saved-connections)|lists\/(model-list|cached-list|read-list|refresh-stamps)|world\/real-machine|terminal\/progress|text\/table)\.ts$|picker\/src\/is-offered\.ts$/,
  ],
  [
    'engine',
    /cli\/src\/(runs\/run|tools\/tools|commands\/setup)\.ts$|packages\/tools\/(claude-code|codex|opencode|qwen-code)\/src\/index\.ts$/,
  ],
  ['pick', /cli\/src\/(commands\/pick|pick\/recent)\.ts$/],
  [
    'companions',
    /plugin\/src\/(alias-entries|known-models)\.ts$|tools\/(claude-code\/src\/plugin|qwen-code\/src\/entry)-files\.ts$/,
  ],
  ['ask', /cli\/src\/lists\/live-list\.ts$/],
  ['rows', /catalog\/src\/ask\/read-(answer|catalog)\.ts$/],
  ['json', /config-edit\/src\/json\.ts$/],
].map(([name, seeds], index, all) => ({
  name,
  priority: all.length - index,
  test: (id) => seeds.test(id.replaceAll('\\', '/')),
}));
const packages = join(import.meta.dirname, '../packages');
const isOurs = (id) => id.startsWith(packages) && !id.includes('node_modules');

const slowBuiltins = new Set(['child_process', 'crypto', 'http', 'https', 'net', 'os', 'tls', 'v8', 'zlib']);
/** Node has loaded them already; each file that imports them would make a facade of all that is in them. */
const largeBuiltins = new Set(['fs', 'path']);
const ways = [
  [slowBuiltins, 'lazily-'],
  [largeBuiltins, 'named-'],
];

/**
 * Gets Node's own modules without `import`: that would make a facade of each and read all its lazy parts, 2.4 ms
 * for `node:fs` alone, and `require` would need `createRequire`, 2 ms more. A tenth of what bare Node takes.
 */
const leanBuiltins = {
  name: 'lean-builtins',
  resolveId(source, importer) {
    // Its own `require` is the bundler's affair, until it is written out.
    if (source === './hook.js') return { id: source, external: true };
    if (source === 'undici') return '\0undici-client';
    if (source === 'commander') return '\0commander';
    // Its usual entry asks for its parts in a way that no bundler follows.
    if (source === 'jsonc-parser') return join(packages, 'gateway/node_modules/jsonc-parser/lib/esm/main.js');
    if (importer === undefined || importer.startsWith('\0rolldown') || !isBuiltin(source)) return undefined;
    const part = source.replace(/^node:/, '');
    // What our own files import is called, if at all, late: the slow ones wait for the first call.
    const way = isOurs(importer) ? ways.find(([parts]) => parts.has(part))?.[1] : undefined;
    return `\0lean-${way ?? ''}${part}`;
  },
  load(id) {
    // The SDK makes this validator of answers by users unless it is given one, as ours is.
    if (/sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/.test(id))
      return 'export class AjvJsonSchemaValidator {}';
    if (id === '\0undici-client') return leanUndici;
    // undici has its parser of answers twice, and takes the one for every processor where the other fails.
    if (/undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/.test(id)) return 'module.exports = undefined;';
    if (id === '\0commander') return hoistedCommander;
    if (!id.startsWith('\0lean-')) return undefined;
    const part = id.slice('\0lean-'.length);
    if (part.startsWith('lazily-')) return lazily(part.slice('lazily-'.length));
    if (part.startsWith('named-')) return byName(part.slice('named-'.length));
    return `module.exports = process.getBuiltinModule('node:${part}');`;
  },
  transform(code, id) {
    // Looks for a terminal when it is loaded, which opens the output; we tell it ourselves.
    if (id.endsWith('picocolors.js')) return code.replace('(p.stdout || {}).isTTY', 'false');
    if (isOfCommander(id)) return hoisted(code);
    if (!isOurs(id)) return undefined;
    // Built by itself, below; the `import()` of a script goes through the loader of modules.
    if (id.endsWith('modelrack.ts')) return code.replace("import('./hook.ts')", "require('./hook.js')");
    return code.replaceAll(/\bimport\('(node:[\w/]+)'\)/g, "Promise.resolve(process.getBuiltinModule('$1'))");
  },
};

const commander = join(packages, 'cli/node_modules/commander/lib').replaceAll('\\', '/');
const hoistedCommander = ['argument', 'command', 'error', 'help', 'option']
  .map((part) => `export * from '${commander}/${part}.js';`)
  .join('\n');
const isOfCommander = (id) => /[\\/]commander[\\/]lib[\\/]\w+\.js$/.test(id);

/**
 * commander as modules that import each other: in the wrapper that a CommonJS module gets, all of it is read twice.
 * It starts programs as subcommands; we have none, and what that needs of Node costs a millisecond.
 */
function hoisted(code) {
  return code
    .replaceAll(/^const (\{.*\}) = require\('\.\/(\w+)(?:\.js)?'\);/gm, "import $1 from './$2.js';")
    .replace("const process = require('node:process');", '')
    .replace("require('node:child_process')", '{}')
    .replaceAll(/\brequire\('(node:\w+)'\)/g, "process.getBuiltinModule('$1')")
    .replaceAll(/^exports\.(\w+) = \1;/gm, 'export { $1 };');
}

/** Its parts that send requests; `fetch`, web sockets, caches and mocks would treble it. */
const undici = join(packages, 'gateway/node_modules/undici/lib').replaceAll('\\', '/');
const leanUndici = `
import Dispatcher from '${undici}/dispatcher/dispatcher.js';
import Agent from '${undici}/dispatcher/agent.js';
import ProxyAgent from '${undici}/dispatcher/proxy-agent.js';
import buildConnector from '${undici}/core/connect.js';
import connect from '${undici}/api/api-connect.js';
Object.assign(Dispatcher.prototype, { connect });
export { Agent, ProxyAgent, buildConnector };
`;

/** The names of a module of Node's, of which those that nobody imports are left out. */
function byName(part) {
  return [
    `const builtin = process.getBuiltinModule('node:${part}'), part = (name) => builtin[name];`,
    ...Object.keys(process.getBuiltinModule(part)).map(
      (name) => `export const ${name} = /* @__PURE__ */ part('${name}');`,
    ),
    'export default builtin;',
  ].join('\n');
}

/** The functions and classes of a module of Node's, which is loaded by the first call. */
function lazily(part) {
  const builtin = `process.getBuiltinModule('node:${part}')`;
  return Object.entries(process.getBuiltinModule(part))
    .filter(([name, value]) => typeof value === 'function' && /^[a-z]/i.test(name))
    .map(([name]) => {
      if (/^[a-z]/.test(name)) return `export const ${name} = (...args) => ${builtin}.${name}(...args);`;
      // What a constructor returns is what `new` gives.
      return `export function ${name}(...args) { return new (${builtin}.${name})(...args); }`;
    })
    .join('\n');
}

const command = {
  config: false,
  cwd: folder,
  outDir: 'dist',
  // Loading ES modules costs a quarter of what bare Node takes.
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  minify: true,
  dts: false,
  outExtensions: () => ({ js: '.js' }),
  logLevel: 'warn',
  define: {
    MODELRACK_VERSION: JSON.stringify(version),
    'import.meta.dirname': '__dirname',
    'import.meta.filename': '__filename',
  },
  plugins: [leanBuiltins],
  inputOptions: {
    // A fork imports what it has in common with its origin; both are in one chunk anyway.
    checks: { ineffectiveDynamicImport: false },
    resolve: { conditionNames: ['modelrack:source', 'import', 'node', 'default'] },
    // Importing a module of ours does nothing by itself, so a command gets only what it uses of a package.
    optimization: { inlineConst: { mode: 'all' } },
    treeshake: { moduleSideEffects: (id) => (isOurs(id) ? /(modelrack|package-worker)\.ts$/.test(id) : undefined) },
  },
  // Users resolve nothing: what is not part of Node is inside.
  deps: { alwaysBundle: /.*/ },
};

await build({
  ...command,
  entry: { modelrack: 'src/modelrack.ts', main: 'src/main.ts' },
  clean: true,
  outputOptions: {
    codeSplitting: { groups },
  },
});

// By itself, with its own copy of the little that it shares: tools call it all the time.
await build({ ...command, entry: { hook: 'src/hook.ts' }, clean: false });

// A thread of its own for code of third parties.
await build({ ...command, entry: { 'package-worker': 'src/tools/package-worker.ts' }, clean: false });

// These run inside a tool: one file each, nothing renamed in it, since some read it before they run it. The name says
// which kind of module the tool takes.
for (const tool of readdirSync(join(packages, 'tools'))) {
  // What git leaves of a tool of another branch.
  if (!existsSync(join(packages, 'tools', tool, 'src'))) continue;
  const source = readdirSync(join(packages, 'tools', tool, 'src')).find((name) =>
    /^register\.(?:esm|cjs)\.ts$/.test(name),
  );
  if (source === undefined) continue;
  await build({
    config: false,
    cwd: join(packages, 'tools', tool),
    entry: { [`${tool}-register`]: `src/${source}` },
    outDir: dist,
    format: source.split('.')[1],
    platform: 'neutral',
    target: 'es2022',
    minify: false,
    dts: false,
    clean: false,
    outExtensions: () => ({ js: '.js' }),
    logLevel: 'warn',
    inputOptions: { resolve: { conditionNames: ['modelrack:source', 'import', 'default'] } },
    deps: { alwaysBundle: /.*/ },
  });
}

writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
writeFileSync(
  join(dist, 'main.d.ts'),
  `/** Runs one command; \`argv\` without node and script. Resolves to the exit code. */
export declare function main(argv: readonly string[]): Promise<number>;
`,
);
for (const file of readdirSync(dist).filter((name) => name.endsWith('.js'))) {
  const code = plainExports(readFileSync(join(dist, file), 'utf8'));
  // A single letter beyond Latin-1 doubles a file in memory, and what reading and parsing it costs.
  writeFileSync(join(dist, file), code.replaceAll(/[^\0-\x7f]/g, escaped));
}
skipDoor();
await bracketStarts(dist);
const sizes = readdirSync(dist).map((file) => [file, statSync(join(dist, file)).size]);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
for (const [file, size] of sizes.toSorted((one, other) => other[1] - one[1]).slice(0, 12))
  console.log(`${kilobytes(size)}  ${file}`);
console.log(`${kilobytes(total)}  in ${sizes.length} files of packages/cli/dist`);

/** The command's first file leads to what is behind `main.js`, which is there for others: one file less to open. */
function skipDoor() {
  const main = readFileSync(join(dist, 'main.js'), 'utf8');
  const [, behind, name] = /require\(`(\.\/[\w-]+\.js)`\);exports\.main=\w+\.([\w$]+);/.exec(main) ?? [];
  const file = join(dist, 'modelrack.js');
  const code = readFileSync(file, 'utf8');
  const call = 'require(`./main.js`))).main(';
  if (behind === undefined || !code.includes(call)) throw new Error('the command is not called as the build expects');
  writeFileSync(
    file,
    code.replace(call, () => `require(\`${behind}\`))).${name}(`),
  );
}

function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1).padStart(8)} kB`;
}
