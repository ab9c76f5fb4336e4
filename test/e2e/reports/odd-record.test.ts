import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openListing, rackWith, succeed } from './listing.ts';

type Parts = Record<string, Record<string, unknown>>;

const odd: Record<string, (parts: Parts) => unknown> = {
  'a path that is no JSON': (parts) => each(parts, (part) => ({ ...part, '{not json': { print: 'x' } })),
  'nothing where a claim was': (parts) => each(parts, (part) => mapValues(part, () => null)),
  'a list where a claim was': (parts) => each(parts, (part) => mapValues(part, () => ['a'])),
  'fields that are no texts': (parts) =>
    each(parts, (part) => mapValues(part, (claim) => mapValues(claim as object, () => null))),
  'lists where parts were': (parts) => each(parts, () => ['a']),
  'nothing at all': () => null,
};

function mapValues(of: object, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]));
}

function each(parts: Parts, change: (part: object) => unknown): unknown {
  return mapValues(parts, (part) => change(part as object));
}

it.each(Object.entries(odd))('a record whose inner form is not ours stops no command: %s', async (_, change) => {
  const { flags } = await openListing();
  const rack = rackWith({ '.config/opencode/opencode.json': '{\n  "theme": "x"\n}\n' });
  await succeed(rack, ['setup', 'opencode', 'zed', ...flags]);
  const folder = '.local/state/modelrack/ledger';
  for (const name of readdirSync(rack.path(folder))) {
    const record = JSON.parse(rack.read(`${folder}/${name}`));
    record.owners = mapValues(record.owners, (owner) => {
      const { claims, ...others } = owner as { claims?: object };
      return claims === undefined ? change(others as Parts) : change({ claims: claims as Record<string, unknown> });
    });
    rack.write(`${folder}/${name}`, JSON.stringify(record));
  }
  for (const command of ['status', 'refresh', 'remove']) {
    const { code, stdout, stderr } = await rack.run([command]);
    expect(stdout + stderr, command).not.toContain('Unexpected');
    expect(code, `${command}: ${stdout}${stderr}`).not.toBe(1);
  }
  expect(rack.read('.config/opencode/opencode.json')).toContain('"theme": "x"');
});
