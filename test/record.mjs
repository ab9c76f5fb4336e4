// `npm run record <tool> <case> [-- --home FOLDER]`: plays a case of a tool's fixtures and writes down what it came to:
// `after/`, `removed/` where that differs from `before/`, and in case.json a refusal. With `--home`, `before/` is taken
// from that home folder first, without keys, hosts and the user's name; `--home ~` is your own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { home: { type: 'string' } } });
const [tool, name] = positionals;
if (!/^[a-z][a-z0-9-]*$/.test(tool ?? '') || !/^[a-z][a-z0-9-]*$/.test(name ?? '')) {
  console.error('usage: npm run record <tool> <case> [-- --home FOLDER]');
  process.exit(2);
}
const root = join(import.meta.dirname, '..');
const home = values.home === undefined ? {} : { MODELRACK_RECORD_HOME: homeOf(values.home) };
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const args = ['run', '--config', 'test/vitest.config.ts', '--reporter=default', 'test/record/record.test.ts'];
const scratch = mkdtempSync(join(tmpdir(), 'modelrack-record-'));
const report = join(scratch, 'report.json');
const env = { ...process.env, ...home, MODELRACK_RECORD: `${tool} ${name}`, MODELRACK_RECORD_REPORT: report };
const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, ...args], { cwd: root, encoding: 'utf8', env });
const { lines, missing } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
rmSync(scratch, { recursive: true });
if (lines !== undefined) console.log(`${lines.join('\n')}\nLook at what was written: it becomes what is expected.`);
// What a person forgot is one line; only what nobody thought of needs all that there is.
else console.error(missing ?? `${stdout}${stderr}`);
process.exit(status ?? 1);

function homeOf(folder) {
  return folder === '~' ? homedir() : resolve(folder);
}
