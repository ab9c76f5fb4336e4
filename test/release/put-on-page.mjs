// Makes the page of the release, with the tarball of the command, the formula and the install script, and with what
// the change log says of it. A page that is there already is left alone.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sectionOf } from './change-log.mjs';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
const tag = `v${version}`;
const gh = (args, options) => spawnSync('gh', args, { cwd: root, encoding: 'utf8', ...options }).status === 0;

if (gh(['release', 'view', tag])) {
  console.log(`${tag} has a page already`);
} else {
  const files = [`modelrack-${version}.tgz`, 'install.sh', 'modelrack.rb', 'SHA256SUMS'];
  const notes = sectionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version) ?? '';
  const args = [
    'release',
    'create',
    tag,
    ...files.map((name) => join('.pack', name)),
    '--title',
    tag,
    '--notes-file',
    '-',
  ];
  if (!gh(args, { input: notes, stdio: ['pipe', 'inherit', 'inherit'] })) process.exitCode = 1;
}
