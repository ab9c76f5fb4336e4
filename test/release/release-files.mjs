// `node test/release/release-files.mjs --repository URL [--out FOLDER]`: what a release has beside its tarballs:
// checksums, a Homebrew formula and an install script, all of the tarballs that `npm run pack` made.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { repository: { type: 'string' }, out: { type: 'string' } } });
// It is written between quotation marks of a shell and of Ruby.
if (!/^https?:\/\/[\w.:-]+(?:\/[\w.-]+)*$/.test(values.repository ?? ''))
  throw new Error('--repository must be the address of the repository, as in https://github.com/owner/modelrack');

const out = values.out === undefined ? join(root, '.pack') : resolve(values.out);
const { version, description } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
const download = `${values.repository}/releases/download/v${version}`;
const command = `modelrack-${version}.tgz`;

const sha256 = (name) =>
  createHash('sha256')
    .update(readFileSync(join(out, name)))
    .digest('hex');
const words = {
  DESCRIPTION: description.replace(/\.$/, ''),
  REPOSITORY: values.repository,
  SCRIPT: `${download}/install.sh`,
  SHA256: sha256(command),
  URL: `${download}/${command}`,
  VERSION: version,
};

function write(name, template, mode) {
  const text = readFileSync(join(import.meta.dirname, template), 'utf8');
  const filled = text.replaceAll(/@([A-Z\d]+)@/g, (_, word) => words[word]);
  writeFileSync(join(out, name), filled, { mode });
  console.log(`${name}`);
}

write('install.sh', 'install.template.sh', 0o755);
write('modelrack.rb', 'formula.template.rb', 0o644);
const tarballs = readdirSync(out).filter((name) => name.endsWith('.tgz'));
writeFileSync(join(out, 'SHA256SUMS'), tarballs.map((name) => `${sha256(name)}  ${name}\n`).join(''));
console.log('SHA256SUMS');
