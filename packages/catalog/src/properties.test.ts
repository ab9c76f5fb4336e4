import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { isRackError } from '@modelrack/errors';
import { loadCachedCatalog, matchesGlob, readModelList, saveCachedCatalog } from '@modelrack/catalog';
import { readFixture } from './testing/serve-lists.ts';

const now = new Date('2026-11-01T00:00:00Z');
const fields =
  'id name display_name type mode parent owned_by resolves_to alias_target capabilities context_window context_length max_tokens max_output_tokens providers model_info meta limit parameters loaded_instances architecture supported_parameters active expiration_date reasoning'.split(
    ' ',
  );
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('a', 'a/b', 'lite', '128k', 8192, 0, -1, true, false, null),
);
const row = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 8 });
const wrap = fc.constantFrom('data', 'models', 'result');
const body = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(row, { maxLength: 12 }),
  fc.tuple(wrap, fc.array(row, { maxLength: 12 })).map(([key, rows]) => ({ [key]: rows })),
  fc.dictionary(fc.string(), row).map((models) => ({ models })),
);

it('reads any JSON, or refuses it with an error of ours', () => {
  fc.assert(
    fc.property(body, (json) => {
      try {
        for (const [id, model] of readModelList(json, { now }).models) {
          expect(model.id).toBe(id);
          expect(model.name).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
          expect(model.maxOutput ?? 0).toBeLessThanOrEqual(model.contextWindow ?? Number.POSITIVE_INFINITY);
        }
      } catch (error) {
        if (!isRackError(error)) throw error;
      }
    }),
    { numRuns: 300 },
  );
});

it('gives the same for rows in any order', () => {
  const files = ['openrouter.json', 'litellm-model-info.json', 'vllm.json', 'aliases-and-full-ids.json'].map(
    readFixture,
  );
  const rows = files.flatMap((file) => (file as { data: object[] }).data);
  const any = fc.oneof(
    fc.constant(rows),
    fc.array(
      row.map((other) => ({ id: 'a', ...other })),
      { maxLength: 8 },
    ),
  );
  const shuffled = any.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray([...list], { minLength: list.length })),
  );
  fc.assert(
    fc.property(shuffled, ([list, other]) => {
      const [a, b] = [readModelList(list, { now }), readModelList(other, { now })];
      expect([...b.models]).toEqual([...a.models]);
      expect(b.skipped).toEqual(a.skipped);
    }),
    { numRuns: 150 },
  );
});

it('comes out of the cache as it went in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'modelrack-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'modelrack.json');
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
      const { models, skipped } = readModelList(rows, { now });
      const catalog = {
        apiRoot: 'http://h/v1',
        models,
        skipped,
        warnings: ['w'],
        partial: true,
        source: 'live',
        fetchedAt: now.toISOString(),
      } as const;
      const saved = { catalog, etag: '"e"', wires: {} };
      expect(saveCachedCatalog(file, saved)).toBe(true);
      expect(loadCachedCatalog(file)).toEqual({ ...saved, catalog: { ...catalog, source: 'cache' } });
    }),
    { numRuns: 60 },
  );
});

it('matches globs as the obvious regular expression does', () => {
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '?', '.', 'A'), maxLength: 8 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', 'B'), maxLength: 10 });
  fc.assert(
    fc.property(pattern, text, (glob, id) => {
      const source = glob.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
      expect(matchesGlob(glob, id)).toBe(new RegExp(`^${source}$`, 'is').test(id));
    }),
    { numRuns: 500 },
  );
});
