// Makes a fresh clone ready: installs what is missing and, with --build, builds what is stale. With --relock the
// lockfile follows the manifests; otherwise it rules.
// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
// The one place that names pnpm's version. Exact: npx asks the registry about a range on every call.
const pnpm = 'pnpm@12.21.0';

function isInstalled() {
  const copy = join(root, 'node_modules/.pnpm/lock.yaml');
  // pnpm leaves a copy of the lockfile that it installed.
  return existsSync(copy) && readFileSync(copy).equals(readFileSync(join(root, 'pnpm-lock.yaml')));
}

function newest(folder) {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'build', 'fixtures'].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    time = Math.max(time, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return time;
}

function isBuilt() {
  const bin = join(root, 'packages/cli/dist/modelrack.js');
  return existsSync(bin) && statSync(bin).mtimeMs >= newest(join(root, 'packages'));
}

function run(command, args) {
  // Windows finds npx.cmd only through a shell; the arguments are constants.
  const shell = process.platform === 'win32' && command === 'npx';
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

function install(...flags) {
  // Nobody is there to answer when old node_modules of another pnpm are to be replaced.
  run('npx', ['-y', '--prefer-offline', pnpm, 'install', '--config.confirmModulesPurge=false', ...flags]);
}

const isAsked = (flag) => process.argv.includes(flag);
if (isAsked('--relock')) install('--no-frozen-lockfile');
else if (!isInstalled()) install('--frozen-lockfile');
if (isAsked('--build') && !isBuilt()) run(process.execPath, [join(root, 'test/build.mjs')]);
