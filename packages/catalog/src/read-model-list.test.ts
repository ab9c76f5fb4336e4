import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readModelList } from '@modelrack/catalog';
import { outputModalities } from './rows/modalities.ts';
import { readRows } from './rows/read-rows.ts';
import { flatten } from './rows/row.ts';

const folder = new URL('../../../fixtures/model-lists/', import.meta.url);
const now = new Date('2026-11-01T00:00:00Z');

interface ExpectedRow {
  contextWindow: number | null;
  maxOutput: number | null;
  kind: string;
  alias?: boolean;
  tools?: boolean;
  reasoning?: boolean;
  vision?: boolean;
  aliasOf?: string;
  output?: string[];
  deprecated?: string;
}
interface ExpectedFile {
  envelope: string;
  count: number;
  skipped?: string[];
  models: Record<string, ExpectedRow>;
}

function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
}
// The file is ours and its shape is checked by the test below.
const expected = readFixture('expected.json') as Record<string, ExpectedFile>;

/** null: not stated. */
type Facts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const facts = readFixture('facts.json') as Record<string, Facts>;

describe('readModelList', () => {
  it.each(Object.entries(facts))(
    'reads prices, levels and inputs of %s, and of no other model of it',
    (name, stated) => {
      const found: Record<string, object> = {};
      for (const [id, model] of readModelList(readFixture(name), { now }).models) {
        const { price, efforts, defaultEffort, takesEffort, inputs } = model;
        const states = [price, efforts, takesEffort].some((fact) => fact !== undefined) || (inputs?.length ?? 0) > 0;
        const all = { price, efforts, defaultEffort, takesEffort, inputs };
        if (states) found[id] = Object.fromEntries(Object.entries(all).map(([fact, value]) => [fact, value ?? null]));
      }
      expect(found).toEqual(stated);
    },
  );

  it('has 49 files with 546 rows to check', () => {
    const rows = Object.values(expected).flatMap(({ models }) => Object.keys(models));
    expect([Object.keys(expected).length, rows.length]).toEqual([49, 546]);
  });

  it.each(Object.entries(expected))('reads %s', (name, file) => {
    const body = readFixture(name);
    const only = file.envelope === 'single' ? { only: Object.keys(file.models)[0] ?? '' } : {};
    const list = readModelList(body, { now, ...only });
    expect([...list.models.keys()].toSorted()).toEqual(Object.keys(file.models).toSorted());
    expect(list.models.size).toBe(file.count);
    for (const [id, row] of Object.entries(file.models)) {
      const model = list.models.get(id);
      expect({
        id,
        contextWindow: model?.contextWindow ?? null,
        maxOutput: model?.maxOutput ?? null,
        kind: model?.kind,
      }).toEqual({ id, contextWindow: row.contextWindow, maxOutput: row.maxOutput, kind: row.kind });
      if (row.alias !== undefined) expect([id, model?.form]).toEqual([id, row.alias ? 'alias' : 'full']);
      if (row.tools !== undefined) expect([id, model?.tools]).toEqual([id, row.tools]);
      if (row.reasoning !== undefined) expect([id, model?.reasoning]).toEqual([id, row.reasoning]);
      if (row.vision !== undefined) expect([id, model?.vision]).toEqual([id, row.vision]);
      if (row.aliasOf !== undefined) expect([id, model?.resolvesTo]).toEqual([id, [row.aliasOf]]);
      if (row.deprecated !== undefined) expect([id, model?.deprecated]).toEqual([id, true]);
      if (row.output !== undefined) {
        const raw = readRows(body).find(({ fields }) => fields['id'] === id);
        expect(outputModalities(flatten(raw?.fields ?? {}))).toEqual(row.output);
      }
    }
    const left = list.skipped.filter(({ why }) => why !== 'repeated').map(({ id }) => id);
    expect(left).toEqual(file.skipped ?? []);
  });
});
