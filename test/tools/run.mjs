// The real-tool suite: npm run test:tools [-- [NAME…] [--all] [--latest [--json FILE]] [flags of vitest]]
// With --latest, the newest releases instead of those of versions.ts: a table at the end, and FILE, say what broke.
// Exit 0: all passed; 1: a test failed; 3: what ran has passed, but a tool could not be had and was skipped.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const own = ['--all', '--latest'];
const args = process.argv.slice(2);
const at = args.indexOf('--json');
const [, file] = at < 0 ? [] : args.splice(at, 2);
if (at >= 0 && file === undefined) throw new Error('--json needs the name of a file');
const names = args.filter((arg) => /^[a-z][a-z-]*$/.test(arg));
const flags = args.filter((arg) => !own.includes(arg) && !names.includes(arg));
// Whole paths: claude-code is not to mean claude-code-older as well.
const files = names.map((name) => join(import.meta.dirname, `${name}.test.ts`));

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', join(import.meta.dirname, 'vitest.config.ts'), ...flags, ...files],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      MODELRACK_TEST_TOOLS: names.join(','),
      MODELRACK_TEST_ALL: args.includes('--all') ? '1' : '',
      MODELRACK_TEST_LATEST: args.includes('--latest') ? '1' : '',
      MODELRACK_TEST_JSON: file === undefined ? '' : resolve(file),
    },
  },
);
process.exit(status ?? 1);
