import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { knownWire, loadCachedCatalog, readModelList, saveCachedCatalog, withWire } from '@modelrack/catalog';
import type { CachedCatalog } from '@modelrack/catalog';
import { readFixture, testTime } from '../testing/serve-lists.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'modelrack-cache-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function sample(name = 'openrouter.json'): CachedCatalog {
  const { models, skipped } = readModelList(readFixture(name), { now: testTime });
  const catalog = {
    apiRoot: 'https://gw.example/v1',
    models,
    skipped,
    warnings: [],
    partial: false,
    source: 'live',
    fetchedAt: testTime.toISOString(),
  } as const;
  return { catalog, etag: undefined, wires: { responses: { state: 'missing', at: testTime.toISOString() } } };
}

describe('the cache', () => {
  it.each(['openrouter.json', 'large-400.json', 'litellm-model-info.json', 'xai-language-models.json'])(
    'keeps %s',
    (name) => {
      const file = join(folder(), 'new', 'folder', 'modelrack.json');
      const saved = sample(name);
      expect(saveCachedCatalog(file, saved)).toBe(true);
      const loaded = loadCachedCatalog(file);
      expect(loaded).toEqual({ ...saved, catalog: { ...saved.catalog, source: 'cache' } });
      expect([...(loaded?.catalog.models.keys() ?? [])]).toEqual([...saved.catalog.models.keys()]);
    },
  );

  it('leaves nothing beside the file', () => {
    const path = folder();
    saveCachedCatalog(join(path, 'a.json'), sample());
    saveCachedCatalog(join(path, 'a.json'), sample('groq.json'));
    expect(readdirSync(path)).toEqual(['a.json']);
  });

  it('is none if it is not there', () => expect(loadCachedCatalog(join(folder(), 'a.json'))).toBeUndefined());

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{}',
    '"x"',
    '{"schema":2}',
    '{"schema":1,"apiRoot":"x","fetchedAt":"2026-01-01","models":[]}',
  ])('is none if it holds %j', (text) => {
    const file = join(folder(), 'a.json');
    writeFileSync(file, text);
    expect(loadCachedCatalog(file)).toBeUndefined();
  });

  it('is none if any row of it is damaged', () => {
    const file = join(folder(), 'a.json');
    saveCachedCatalog(file, sample());
    const good = readFileSync(file, 'utf8');
    for (const bad of ['{}', '[]', '["a\\u001b",0,0,0,0,0,0,"---",0,[]]', '["a",0,99,0,0,0,0,"---",0,[]]']) {
      writeFileSync(file, good.replace('"models":[', `"models":[${bad},`));
      expect(loadCachedCatalog(file)).toBeUndefined();
    }
  });

  it('is cut at any place without harm', () => {
    const file = join(folder(), 'a.json');
    saveCachedCatalog(file, sample());
    const text = readFileSync(file, 'utf8');
    for (let length = 0; length < text.length; length += 97) {
      writeFileSync(file, text.slice(0, length));
      expect(loadCachedCatalog(file)).toBeUndefined();
    }
  });

  it('says that it could not be written', () => {
    const path = folder();
    writeFileSync(join(path, 'file'), '');
    expect(saveCachedCatalog(join(path, 'file', 'a.json'), sample())).toBe(false);
    mkdirSync(join(path, 'a.json'));
    expect(saveCachedCatalog(join(path, 'a.json'), sample())).toBe(false);
    expect(readdirSync(path).toSorted()).toEqual(['a.json', 'file']);
  });

  it.skipIf(process.getuid?.() === 0)('survives a folder that cannot be written', () => {
    const path = folder();
    chmodSync(path, 0o500);
    expect(saveCachedCatalog(join(path, 'a.json'), sample())).toBe(false);
  });
});

describe('what is known of a wire', () => {
  const later = (hours: number) => new Date(testTime.getTime() + hours * 3_600_000);
  it.each([
    ['present', 0, 'present'],
    ['present', 167, 'present'],
    ['present', 169, undefined],
    ['missing', 0.9, 'missing'],
    ['missing', 1.1, undefined],
    ['missing', -1, undefined],
    ['unknown', 0, undefined],
  ] as const)('%s after %d hours: %j', (state, hours, expected) => {
    const cached = withWire({ ...sample(), wires: {} }, { wire: 'chat', state, at: testTime });
    expect(knownWire(cached, 'chat', later(hours))).toBe(expected);
    expect(knownWire(cached, 'messages', later(hours))).toBeUndefined();
  });

  it('is nothing without a cache', () => expect(knownWire(undefined, 'chat', testTime)).toBeUndefined());
});
