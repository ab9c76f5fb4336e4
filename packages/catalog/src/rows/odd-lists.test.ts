import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readModelList } from '@modelrack/catalog';

const folder = new URL('../../../../fixtures/odd-lists/', import.meta.url);

interface OddList {
  readonly about: string;
  readonly body: unknown;
  /** null: not stated; what is not named here is not looked at. */
  readonly expected: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly skipped?: readonly string[];
}

// The files are ours, and each says what it holds.
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as OddList;

const lists = readdirSync(folder).map((name) => ({ name, ...read(name) }));

it.each(lists)('$name: $about', ({ body, expected, skipped = [] }) => {
  const list = readModelList(body);
  expect([...list.models.keys()].toSorted()).toEqual(Object.keys(expected).toSorted());
  expect(list.skipped.map(({ id }) => id).toSorted()).toEqual(skipped.toSorted());
  for (const [id, facts] of Object.entries(expected)) {
    const model: Record<string, unknown> = { ...list.models.get(id) };
    const found = Object.fromEntries(Object.keys(facts).map((fact) => [fact, model[fact] ?? null]));
    expect({ id, ...found }).toEqual({ id, ...facts });
  }
});

it.each<[object]>([
  [{ error: { message: 'no', code: 500 } }],
  [{ detail: { reason: 'x', max: 5 } }],
  [{ status: { limit: 5 }, note: 'x' }],
  [{ 'a/b': 'Model A', 'c/d': 'Model B' }],
])('%j is no list', (body) => expect(() => readModelList(body)).toThrow(/./));
