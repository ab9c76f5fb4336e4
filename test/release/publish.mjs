// Publishes what `npm run pack` made, with a proof of where it was built. The command comes first, since the others
// depend on it; what is there already is left alone, so that a run that broke off can be repeated.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const out = join(root, '.pack');
const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
const command = `modelrack-${version}.tgz`;
const tools = readdirSync(out).filter((name) => name.startsWith('modelrack-') && name.endsWith(`-${version}.tgz`));

for (const file of [command, ...tools.filter((name) => name !== command).toSorted()]) {
  const id = file.slice('modelrack-'.length, -`-${version}.tgz`.length);
  const name = file === command ? 'modelrack' : `@modelrack/${id}`;
  const found = spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' });
  if (found.status === 0 && found.stdout.trim() === version) {
    console.log(`${name} ${version} is published already`);
    continue;
  }
  const flags = ['--provenance', '--access', 'public'];
  const { status } = spawnSync('npm', ['publish', join(out, file), ...flags], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
