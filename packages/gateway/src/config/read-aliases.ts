import { checkNames } from './jsonc-reader.ts';
import type { Place } from './jsonc-reader.ts';
import type { Alias } from './types.ts';

const longestChain = 8;
const presetTiers: readonly string[] = ['lite', 'plus', 'ultra'];

interface Entry {
  readonly place: Place;
  readonly id: string;
}

interface Stated {
  readonly place: Place;
  readonly chain: readonly Entry[];
  readonly firstTokenMs: number | undefined;
  readonly onRefusal: 'return' | 'next';
}

function readChain(place: Place): readonly Entry[] {
  const items = place.node.type === 'string' ? [place] : place.items('A chain');
  if (items.length === 0) throw place.fail('The chain is empty', 'Name at least one model.');
  return items.map((item) => ({ place: item, id: item.text('A member of a chain') }));
}

function readStated(name: string, place: Place): Stated {
  if (name.includes('/') || name.trim() !== name || name === '') {
    throw place.fail('The name of an alias has no slash and no blanks around it');
  }
  if (place.node.type !== 'object') {
    return { place, chain: readChain(place), firstTokenMs: undefined, onRefusal: 'return' };
  }
  const fields = place.members('An alias');
  checkNames(fields, ['chain', 'first_token_ms', 'on_refusal']);
  const chain = fields.get('chain');
  if (chain === undefined) throw place.fail('The alias has no chain', 'Write "chain": ["connection/model"].');
  const wish = fields.get('on_refusal');
  const onRefusal = wish?.text('on_refusal') ?? 'return';
  if (onRefusal !== 'return' && onRefusal !== 'next') throw (wish ?? place).fail('on_refusal is "return" or "next"');
  return {
    place,
    chain: readChain(chain),
    firstTokenMs: fields.get('first_token_ms')?.count('first_token_ms'),
    onRefusal,
  };
}

/** Every alias with its chain down to full ids. Throws RackError at a cycle, an unknown name, a chain that is too long. */
export function readAliases(place: Place | undefined, connections: ReadonlySet<string>): ReadonlyMap<string, Alias> {
  if (place === undefined) return new Map();
  const stated = new Map([...place.members('aliases')].map(([name, value]) => [name, readStated(name, value)]));
  const flatten = (name: string, above: readonly string[]): readonly string[] =>
    (stated.get(name)?.chain ?? []).flatMap((entry) => {
      if (entry.id.includes('/')) return checkFullId(entry, connections);
      if (above.includes(entry.id))
        throw entry.place.fail(`The alias ${JSON.stringify(entry.id)} leads back to itself`);
      if (stated.has(entry.id)) return flatten(entry.id, [...above, entry.id]);
      const hint = presetTiers.includes(entry.id) ? 'It is computed as long as it is not set here.' : undefined;
      throw entry.place.fail(`There is no alias ${JSON.stringify(entry.id.slice(0, 100))}`, hint);
    });
  const entries = [...stated].map(([name, { firstTokenMs, onRefusal, place: at }]): [string, Alias] => {
    const chain = [...new Set(flatten(name, [name]))];
    if (chain.length > longestChain) {
      throw at.fail(
        `The chain of ${JSON.stringify(name)} has ${chain.length} members`,
        `At most ${longestChain} are tried.`,
      );
    }
    return [name, { chain, firstTokenMs, onRefusal }];
  });
  return new Map(entries);
}

function checkFullId({ id, place }: Entry, connections: ReadonlySet<string>): string {
  const name = id.slice(0, id.indexOf('/'));
  if (!connections.has(name)) {
    const hint = `Known are ${[...connections].join(', ')}.`;
    throw place.fail(`${JSON.stringify(id.slice(0, 100))} names no connection of this file`, hint);
  }
  if (id.length === name.length + 1) throw place.fail(`${JSON.stringify(id.slice(0, 100))} names no model`);
  return id;
}
