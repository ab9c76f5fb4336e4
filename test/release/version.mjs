// `node test/release/version.mjs [--dry-run]`: turns the changesets into the next version: of every package, of what the
// README names, and of CHANGELOG.md. With --dry-run it only prints what the change log would say.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChangeset, renderSection, withSection } from './change-log.mjs';

const root = join(import.meta.dirname, '../..');
const read = (name) => readFileSync(join(root, name), 'utf8');
const versionNow = () => JSON.parse(read('packages/cli/package.json')).version;

const names = readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md');
const changesets = names.toSorted().map((name) => readChangeset(read(join('.changeset', name))));

if (process.argv.includes('--dry-run')) console.log(renderSection('next', changesets));
else if (changesets.length > 0) release();

function release() {
  const before = versionNow();
  run('npx', ['-y', '@changesets/cli@2.31.1', 'version']);
  const version = versionNow();
  writeFileSync(join(root, 'CHANGELOG.md'), withSection(read('CHANGELOG.md'), renderSection(version, changesets)));
  for (const page of ['README.md', 'CONTRIBUTING.md'])
    writeFileSync(join(root, page), read(page).replaceAll(`modelrack-${before}.tgz`, `modelrack-${version}.tgz`));
  run('npm', ['run', 'generate']);
  run('npm', ['run', 'format']);
}

function run(command, args) {
  // Windows finds npm.cmd only through a shell; the arguments are constants.
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}
