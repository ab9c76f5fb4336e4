// `npm run check`: every check that needs no running program. All of them run, even if one fails.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const isWindows = process.platform === 'win32';
const bin = (name) => join(root, 'node_modules/.bin', isWindows ? `${name}.cmd` : name);

const steps = [
  { name: 'format', command: bin('oxfmt'), args: ['--check'], fix: 'npm run format' },
  { name: 'lint', command: bin('oxlint'), args: ['--report-unused-disable-directives'] },
  { name: 'types', command: bin('tsc'), args: ['-b', 'test'] },
  { name: 'unused', command: bin('knip'), args: [] },
  {
    name: 'manifests',
    command: bin('vitest'),
    args: [
      'run',
      '--config',
      'test/vitest.config.ts',
      '--reporter=dot',
      'test/manifests.test.ts',
      'test/readme.test.ts',
    ],
    fix: 'npm run generate',
  },
  { name: 'build', command: process.execPath, args: ['test/bootstrap.mjs', '--build'] },
  // npm packs what publint looks at: pnpm is not on the PATH of everyone.
  { name: 'package', command: bin('publint'), args: ['run', 'packages/cli', '--pack', 'npm', '--strict'] },
];

function runStep({ command, args }) {
  const started = performance.now();
  // Windows runs .cmd files only through a shell; the arguments are constants.
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: command.endsWith('.cmd'),
    maxBuffer: 1e8,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const output = [result.stdout, result.stderr, result.error?.message].filter(Boolean).join('\n').trim();
  return { isGreen: result.status === 0, seconds, output };
}

const failed = [];
for (const step of steps) {
  const { isGreen, seconds, output } = runStep(step);
  console.log(`${isGreen ? 'ok  ' : 'FAIL'} ${step.name.padEnd(10)} ${seconds.padStart(6)} s`);
  // oxlint's warnings (long files, long functions) are shown though they fail nothing.
  if (!isGreen || (step.name === 'lint' && /warning/.test(output) && !/Found 0 warnings/.test(output))) {
    console.log(output.replaceAll(/^/gm, '     '));
  }
  if (isGreen) continue;
  if (step.fix !== undefined) console.log(`     to mend: ${step.fix}`);
  failed.push(step.name);
}
if (failed.length > 0) {
  console.log(`\nfailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
