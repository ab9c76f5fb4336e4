// `npm run torture`: the tests that have a long version, in that version. A test has one if it reads
// MODELRACK_RUNS (cases of a property) or MODELRACK_KILLS (runs that are killed).
// Kills come at random moments; those at every call that changes the disk, and the 50 runs at once, are all there anyway.
//   npm run torture -- --seed 42 --runs 200000 --kills 1000
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    runs: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '500' },
  },
});

function longTests(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'build'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return longTests(path);
    if (!entry.name.endsWith('.test.ts')) return [];
    return /MODELRACK_(?:RUNS|KILLS)/.test(readFileSync(path, 'utf8')) ? [relative(root, path)] : [];
  });
}

const files = [...longTests(join(root, 'packages')), ...longTests(join(root, 'test'))];
console.log(
  `seed ${values.seed} · ${values.runs} cases per property, ${Math.ceil(values.runs / 10)} lives of a home folder · ${values.kills} kills\n${files.join('\n')}\n`,
);
const args = ['run', '--config', 'test/vitest.config.ts', '--test-timeout', '3600000', ...files];
const result = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    MODELRACK_SEED: values.seed,
    MODELRACK_RUNS: values.runs,
    MODELRACK_KILLS: values.kills,
  },
});
if (result.status !== 0) console.log(`\nagain with: npm run torture -- --seed ${values.seed}`);
process.exitCode = result.status ?? 1;
