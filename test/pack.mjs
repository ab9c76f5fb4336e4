// `npm run pack [-- --out FOLDER]`: the tarballs that go to the registry, into .pack/. The command is bundled, so it
// depends on nothing; a tool's package is three lines that call it.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const asked = process.argv.indexOf('--out');
const out = asked < 0 ? join(root, '.pack') : resolve(process.argv[asked + 1]);
const stage = mkdtempSync(join(tmpdir(), 'modelrack-pack-'));
const manifest = readJson(join(root, 'packages/cli/package.json'));

try {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  pack(stageCommand());
  for (const id of readdirSync(join(root, 'packages/tools'))) pack(stageWrapper(id));
} finally {
  rmSync(stage, { recursive: true, force: true });
}
for (const name of readdirSync(out)) {
  console.log(
    `${(statSync(join(out, name)).size / 1024).toFixed(1).padStart(8)} kB  ${asked < 0 ? '.pack' : out}/${name}`,
  );
}

function stageCommand() {
  const folder = join(stage, 'modelrack');
  cpSync(join(root, 'packages/cli/dist'), join(folder, 'dist'), { recursive: true });
  cpSync(join(root, 'packages/cli/man'), join(folder, 'man'), { recursive: true });
  // Everything is in the bundle: what it was made from is nothing that users install.
  const { devDependencies: _, ...published } = manifest;
  writeJson(join(folder, 'package.json'), { ...published, ...origin() });
  addTexts(folder, join(root, 'packages/cli'));
  return folder;
}

function stageWrapper(id) {
  const tool = readJson(join(root, 'packages/tools', id, 'package.json'));
  const folder = join(stage, id);
  mkdirSync(folder);
  // Not the tool's own name: the program of that name must stay the tool.
  const bin = `modelrack-${id}`;
  writeJson(join(folder, 'package.json'), {
    name: tool.name,
    version: manifest.version,
    description: `Writes the models of your gateway into ${tool.description.replace(/ for modelrack\.?$/, '')}.`,
    license: tool.license,
    type: 'module',
    engines: tool.engines,
    bin: { [bin]: './run.js' },
    files: ['run.js'],
    dependencies: { modelrack: manifest.version },
    ...origin(),
  });
  writeFileSync(
    join(folder, 'run.js'),
    `#!/usr/bin/env node
import { main } from 'modelrack';
process.exitCode = await main(['setup', '${id}', ...process.argv.slice(2)]);
`,
    { mode: 0o755 },
  );
  addTexts(folder, join(root, 'packages/tools', id));
  return folder;
}

/** Where a release is built: a proof of origin has to name the same place as the package. */
function origin() {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
  return server && repository ? { repository: { type: 'git', url: `git+${server}/${repository}.git` } } : {};
}

function addTexts(folder, source) {
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  if (existsSync(join(source, 'README.md'))) cpSync(join(source, 'README.md'), join(folder, 'README.md'));
}

function pack(folder) {
  const { status, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', out], {
    cwd: folder,
    encoding: 'utf8',
    // Windows finds npm.cmd only through a shell; the arguments are ours.
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm pack failed in ${folder}:\n${stderr}`);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
