// `npm run check`: every check that needs no running program. All of them run, even if one fails.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const installed = (path) => join(root, 'node_modules', path);
const vitest = [installed('vitest/vitest.mjs'), 'run', '--config', 'test/vitest.config.ts', '--reporter=dot'];

// What is written into a pipe is read as text.
const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };

const steps = [
  { name: 'format', args: [installed('oxfmt/bin/oxfmt'), '--check'], fix: 'npm run format' },
  { name: 'lint', args: [installed('oxlint/bin/oxlint'), '--report-unused-disable-directives'] },
  { name: 'build', args: ['test/bootstrap.mjs', '--build'] },
  { name: 'types', args: [installed('typescript/bin/tsc'), '-b', 'test'] },
  { name: 'unused', args: [installed('knip/bin/knip.js')] },
  {
    name: 'manifests',
    args: [...vitest, 'test/manifests.test.ts', 'test/repository.test.ts', 'test/readme.test.ts'],
    fix: 'npm run generate',
  },
  { name: 'house', args: [...vitest, 'test/repository/'], shown: /^house: .*$/gm },
  { name: 'packed', args: ['test/release/check-packed.mjs'] },
];

function runStep(args) {
  const started = performance.now();
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: 1e8, env };
  const result = spawnSync(process.execPath, args, options);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const output = [result.stdout, result.stderr, result.error?.message].filter(Boolean).join('\n').trim();
  return { isGreen: result.status === 0, seconds, output };
}

const failed = [];
for (const step of steps) {
  const { isGreen, seconds, output } = runStep(step.args);
  console.log(`${isGreen ? 'ok  ' : 'FAIL'} ${step.name.padEnd(10)} ${seconds.padStart(6)} s`);
  // Warnings (a long file, a long function) fail nothing, but are shown.
  const isQuiet = isGreen && (step.name !== 'lint' || output.includes('Found 0 warnings'));
  if (!isQuiet) console.log(output.replaceAll(/^/gm, '     '));
  for (const [line] of isGreen && step.shown !== undefined ? output.matchAll(step.shown) : [])
    console.log(`     ${line}`);
  if (isGreen) continue;
  if (step.fix !== undefined) console.log(`     to repair: ${step.fix}`);
  failed.push(step.name);
}
if (failed.length > 0) {
  console.log(`\nfailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
