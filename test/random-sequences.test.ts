import { memoryFileSystem, type MemoryFileSystem } from '@modelrack/config-edit/testing';
import type { EngineRequest } from '@modelrack/tool-kit/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsNamed } from './corpus/axes.ts';
import { corpusBytes, corpusCases, corpusTools, type CorpusCase } from './corpus/cases.ts';
import { silentEngine } from './memory-engine.ts';

const home = '/home/jo';
const runs = Number(process.env['MODELRACK_RUNS'] ?? 40);
const seed = Number(process.env['MODELRACK_SEED'] ?? 7);
const ids = ['lite', 'plus', 'ultra', 'acme/one', 'acme/two', 'acme/three', 'zeta/x:free', '__proto__', '012', 'a"b'];

/** Without a ledger it cannot be told whose a word is that says nothing of us, nor who wrote what was ours before. */
const holdThem = new RegExp(
  [
    '^opencode/(?!.*ours|five|.*empty|.*whitespace|braces|comment-only)',
    '^(?:claude|codex|crush|zed)/(?!.*ours|models-one|empty\\.(?:json|toml)|.*whitespace)',
    '^aichat/(?!ours|empty|many)',
    '^qwen/typical',
  ].join('|'),
);
const cases = corpusCases.filter(
  // Nor whose an empty container is that we could have made, nor whether it had brackets.
  (one) => one.outcome === 'edit' && holdThem.test(one.file) && !/"providers?": *\{ *\}/.test(textOf(one)),
);

function textOf(one: CorpusCase): string {
  return Buffer.from(corpusBytes(one)).toString('utf8');
}

interface Run {
  readonly kind: 'setup' | 'refresh';
  readonly list: readonly string[];
}
type Step = Run | { readonly kind: 'top' | 'bottom' | 'lose' | 'foreign' | 'undo' };

/** The first is what a tool starts with that had no model before: without a ledger, another one is the user's choice. */
const list = fc.subarray(ids.slice(1)).map((others) => ['lite', ...others]);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('setup' as const, 'refresh' as const), list }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('top' as const, 'bottom' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('lose' as const, 'foreign' as const, 'undo' as const) }) },
);

/** A blank line of the user's, at the top or at the bottom. */
function edited(kind: 'top' | 'bottom', text: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  if (kind === 'bottom') return `${text}${end}`;
  return text.startsWith('\uFEFF') ? `\uFEFF${end}${text.slice(1)}` : `${end}${text}`;
}

function ledgerOf(fs: MemoryFileSystem): string[] {
  return Object.keys(fs.tree()).filter((path) => /\/ledger\/[0-9a-f]{64}\.json$/.test(path));
}

async function play(one: CorpusCase, steps: readonly Step[]): Promise<void> {
  const place = corpusTools[one.tool];
  if (place === undefined) throw new Error(`no tool ${one.tool}`);
  const file = `${home}/${place.place(one.file)}`;
  let original = textOf(one);
  const fs = memoryFileSystem({ [file]: { content: original, mode: 0o644 } });
  const read = () => Buffer.from(fs.read(file)).toString('utf8');
  const run = (command: EngineRequest['command'], names: readonly string[]) =>
    silentEngine.run({
      tool: place.tool,
      command,
      isPreview: false,
      fs,
      home,
      cwd: `${home}/project`,
      gateway: { name: 'modelrack', apiRoot: 'https://gw.example.test/v1' },
      key: { from: 'env', value: 'sk-test-key-0123456789abcdef' },
      list: rowsNamed(names),
      flags: { takeOver: true, project: false },
    });
  expect((await run('setup', ids)).error).toBeNull();
  const early = ledgerOf(fs).map((path) => [path, fs.read(path)] as const);
  for (const each of steps) {
    if (each.kind === 'top' || each.kind === 'bottom') {
      original = edited(each.kind, original);
      fs.put(file, { content: edited(each.kind, read()), mode: 0o644 });
    } else if (each.kind === 'lose' || each.kind === 'foreign') {
      // Without a ledger only what equals the live list is ours, so the files are brought in step with it.
      expect((await run('setup', ids)).error).toBeNull();
      for (const path of ledgerOf(fs)) fs.remove(path);
      // Another machine's knows of the first run alone.
      if (each.kind === 'foreign') for (const [path, content] of early) fs.put(path, { content, mode: 0o600 });
      expect((await run('setup', ids)).error).toBeNull();
    } else if (each.kind === 'undo') {
      await run('undo', ids);
    } else if ('list' in each) {
      const outcome = await run(each.kind, each.list);
      expect(outcome.error).toBeNull();
      const before = read();
      expect((await run(each.kind, each.list)).status).toBe('unchanged');
      expect(read()).toBe(before);
    }
  }
  await run('remove', ids);
  expect(read()).toBe(original);
}

test('any sequence of set-ups, refreshes, edits, undos, lost and foreign ledgers ends, after remove, with the original and the edits', async () => {
  expect(cases.length).toBeGreaterThan(8);
  const sequence = fc.array(step, { maxLength: 8 });
  await fc.assert(fc.asyncProperty(fc.constantFrom(...cases), sequence, play), { numRuns: runs, seed });
}, 3_600_000);
