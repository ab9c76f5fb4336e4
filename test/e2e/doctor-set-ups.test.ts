import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brokenFiles } from './broken-files.ts';
import { change, config, type Broken, type SetUp, type Way } from './broken-set-up.ts';
import { brokenWays } from './broken-ways.ts';
import { openFaulty } from './faulty-gateway.ts';
import { key, keyVariable, makeRack, type Rack } from './rack.ts';

interface Check {
  readonly check: string;
  readonly subject: string;
  readonly severity: string;
  readonly message: string;
  readonly fix: string | null;
  readonly line: number | null;
  readonly fixable: boolean;
}
interface Report {
  readonly checks: readonly Check[];
}
async function setUp({ tools = ['opencode'], isStored = false, tls, window = 128_000 }: SetUp): Promise<Broken> {
  const gateway = await openFaulty(tls);
  gateway.window = window;
  const rack = makeRack();
  for (const tool of ['opencode', 'codex', 'claude', 'aider', 'kimi', 'qwen', 'cn']) {
    rack.write(`programs/${tool}`, '#!/bin/sh\necho 99.0.0\n');
    chmodSync(rack.path(`programs/${tool}`), 0o755);
  }
  // What is refused later is set up where nobody looks at certificates.
  const plain = tls === undefined ? gateway : await openFaulty();
  const source = isStored ? ['--api-key-stdin'] : ['--api-key-env', keyVariable];
  const args = ['setup', ...tools, '--base-url', plain.baseUrl, ...source];
  const result = await rack.run(args, { env: pathOf(rack), ...(isStored ? { input: key } : {}) });
  expect(result.code, result.stdout + result.stderr).toBe(0);
  if (tls !== undefined) change(rack, config, plain.baseUrl, gateway.baseUrl);
  return { rack, gateway };
}

const pathOf = (rack: Rack) => ({ PATH: rack.path('programs') });

async function look(rack: Rack, args: readonly string[], { env = {}, before }: Way) {
  const programs = before === undefined ? pathOf(rack) : {};
  return rack.json<Report>(['doctor', ...args], {
    env: { ...programs, ...env },
    ...(before === undefined ? {} : { before }),
  });
}

const lineOf = ({ severity, check, subject, message, fix }: Check) =>
  `${severity} ${check} ${subject}: ${message} ${fix ?? ''}`;

describe.each([...brokenWays, ...brokenFiles].filter(({ skip }) => skip !== true))('$name', (broken) => {
  it('is what the first finding names', async () => {
    const world = await setUp(broken);
    const way = broken.breakIt(world) ?? {};
    const { document, code, stdout } = await look(world.rack, [], way);
    const first = document.checks.find(({ severity }) => severity !== 'ok');
    expect(first === undefined ? 'all is ok' : lineOf(first)).toMatch(broken.first);
    expect(code === 0).toBe(!document.checks.some(({ severity }) => severity === 'fail'));
    expect(stdout).not.toContain(key);
    if (broken.mended === undefined) return;
    expect(first?.fixable).toBe(true);
    const after = await look(world.rack, ['--fix'], way);
    expect(after.document.checks.filter(({ severity }) => severity === 'fail')).toEqual([]);
    broken.mended(world);
  });
});

it('says that all is well where it is', async () => {
  for (const tools of [['opencode'], ['codex', 'claude-code', 'aider']]) {
    const world = await setUp({ name: '', tools, breakIt: () => {}, first: /./ });
    const { document, code } = await look(world.rack, [], {});
    expect(document.checks.filter(({ severity }) => severity !== 'ok').map(lineOf)).toEqual([]);
    expect(code).toBe(0);
  }
});
