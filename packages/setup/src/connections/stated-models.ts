import type { StatedFacts } from '@modelrack/catalog';
import { findNode, type Edit, type Json } from '@modelrack/config-edit';
import { withLock } from '../machine/lock.ts';
import type { Machine } from '../machine/types.ts';
import { editConfig, readConfig } from './config-file.ts';

/** A model of a connection, by which what is stated of it is found. */
export interface StatedModel {
  readonly connection: string;
  readonly id: string;
}

/** Keeps what a user states of a model, beside what was stated before; comments and order stay. */
export async function stateFacts(machine: Machine, model: StatedModel, facts: StatedFacts): Promise<void> {
  const base = pathOf(model);
  const edits = Object.entries(facts).flatMap(([field, value]): Edit[] =>
    value === undefined ? [] : [{ op: 'set', path: [...base, field], value: jsonOf(value) }],
  );
  await withLock(machine, async () => editConfig(machine, await readConfig(machine), edits));
}

/** Takes back some facts, or all that was stated of the model; says whether there were any. */
export async function unstateFacts(machine: Machine, model: StatedModel, fields: readonly string[]): Promise<boolean> {
  return withLock(machine, async () => {
    const file = await readConfig(machine);
    const base = pathOf(model);
    const stated = findNode(file.document.root, base);
    if (stated?.kind !== 'map') return false;
    const left = stated.entries.filter(({ key }) => fields.length > 0 && !fields.includes(key));
    const all = findNode(file.document.root, base.slice(0, -1));
    const isLast = all?.kind === 'map' && all.entries.length === 1;
    const gone = fields.filter((field) => stated.entries.some(({ key }) => key === field));
    if (left.length > 0 && gone.length === 0) return false;
    const whole = isLast ? base.slice(0, -1) : base;
    const paths = left.length === 0 ? [whole] : gone.map((field) => [...base, field]);
    await editConfig(
      machine,
      file,
      paths.map((path): Edit => ({ op: 'remove', path })),
    );
    return true;
  });
}

function pathOf({ connection, id }: StatedModel): string[] {
  return ['connections', connection, 'models', id];
}

/** What is undefined in a price is not stated. */
function jsonOf(value: NonNullable<StatedFacts[keyof StatedFacts]>): Json {
  // Facts are numbers, flags, texts, lists of texts and prices: what JSON knows.
  return JSON.parse(JSON.stringify(value)) as Json;
}
