import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { coloursFor } from '../text/colours.ts';
import { failure, fine, info, unchecked, warning, type Finding } from './finding.ts';
import { reportText } from './report.ts';

const folder = join(import.meta.dirname, '../../../../fixtures/texts');
const home = '/home/jo';
const findings: readonly Finding[] = [
  fine(['node', 'modelrack'], 'Node 22.20.0'),
  fine(['connection', 'modelrack'], 'https://gw.example.test/v1'),
  warning(['permissions', 'modelrack'], 'other users may read the key of modelrack', {
    evidence: 'mode 0644',
    path: `${home}/.config/modelrack/keys/modelrack`,
    fix: `chmod 0600 ${home}/.config/modelrack/keys/modelrack`,
  }),
  failure(['tls', 'https://gw.example.test/v1'], 'the certificate of the server has expired', {
    evidence:
      'valid from Jan  1 00:00:00 2025 GMT to Jan  1 00:00:00 2026 GMT; signed by Example CA; the clock here says 2026-11-28T16:00:00.000Z',
    hint: 'whoever runs the gateway has to renew it, unless the clock of this machine is wrong',
    code: 'unreachable',
  }),
  unchecked(['wire', 'https://gw.example.test/v1'], 'the gateway could not be asked'),
  fine(['file', 'opencode'], `${home}/.config/opencode/opencode.json parses`),
  failure(
    ['stale', 'opencode'],
    'it points to http://localhost:4000/v1, and the connection to https://gw.example.test/v1',
    {
      path: `${home}/.config/opencode/opencode.json`,
      line: 7,
      column: 20,
      fix: 'modelrack refresh opencode',
      code: 'file-shape',
    },
  ),
  info(['tool', 'codex'], '0.150.0 is older than the release that modelrack was checked with', {
    evidence: 'verified with 0.171.0',
  }),
];

// UPDATE=1 writes, and the diff shows it.
test.each([
  [80, false],
  [120, false],
  [80, true],
])('the report at %i columns, in colours: %s, is the one recorded', (columns, isColoured) => {
  const colours = coloursFor({ isTTY: isColoured }, isColoured ? { FORCE_COLOR: '1' } : {}, !isColoured);
  const text = reportText(findings, { columns, colours, home });
  const file = join(folder, `doctor-${columns}${isColoured ? '-colours' : ''}.txt`);
  if (process.env['UPDATE'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, 'utf8'));
  // A command line is copied, so it is never broken; nothing else is too long.
  const wide = text.split('\n').filter((line) => line.length > columns && !/fix:|Begin with:/.test(line));
  expect(isColoured ? [] : wide).toEqual([]);
});

test('where all is well it says so, and what it did not look at', () => {
  const colours = coloursFor({ isTTY: false }, {}, true);
  const text = reportText([fine(['node', 'modelrack'], 'Node'), unchecked(['wire', 'x'], 'no')], {
    columns: 80,
    colours,
    home,
  });
  expect(text).toContain('Everything that was checked is fine (1 ok, 1 not checked).');
});
