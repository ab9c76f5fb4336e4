// What users install, as publint and "are the types wrong" see it: the command, and one tool's package, which are
// all made alike.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'modelrack-check-'));
const tarball = (name) => join(folder, `${name}-${version}.tgz`);
const installed = (path) => join(root, 'node_modules', path);

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

try {
  const packed = spawnSync(process.execPath, [join(root, 'test/pack.mjs'), '--out', folder], { encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(packed.stderr);
  for (const name of ['modelrack', 'modelrack-opencode'])
    run(installed('publint/src/cli.js'), 'run', tarball(name), '--strict');
  // Tools that know nothing of "exports" are none that run on our Node.
  run(installed('@arethetypeswrong/cli/dist/index.js'), tarball('modelrack'), '--profile', 'node16', '--no-emoji');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
