import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './packages.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

const folder = join(root, '.github/workflows');
// Our own files.
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };

describe.each(readdirSync(folder))('%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const workflow = parse(text) as { permissions: object; jobs: Record<string, Job> };
  const jobs = Object.values(workflow.jobs);
  const runs = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

  test('may read unless a job says otherwise, and no job runs forever', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(jobs.filter((job) => job['timeout-minutes'] === undefined)).toEqual([]);
  });

  test('names every action by a hash, with the release that it is', () => {
    const used = text.split('\n').filter((line) => line.includes('uses:'));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  test('runs what is there', () => {
    const named = runs.flatMap((run) => [...run.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, script = '']) => script));
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    const files = runs.flatMap((run) => [...run.matchAll(/node (\S+\.mjs)/g)].map(([, file = '']) => file));
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

test('an action has one hash everywhere', () => {
  const used = readdirSync(folder).flatMap((name) => [
    ...readFileSync(join(folder, name), 'utf8').matchAll(/uses: (\S+)@(\S+)/g),
  ]);
  const hashes = new Map<string, Set<string>>();
  for (const [, action = '', hash = ''] of used) hashes.set(action, (hashes.get(action) ?? new Set()).add(hash));
  expect([...hashes].filter(([, found]) => found.size > 1).map(([action]) => action)).toEqual([]);
});
