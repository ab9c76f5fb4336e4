import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseTree, getNodeValue, type ParseError } from 'jsonc-parser';
import { expect, test } from 'vitest';

import { keyVariable, makeRack, openGateway } from './rack.ts';

/** Every run is a process of its own; the long version starts as many as a machine may ever see. */
const runs = process.env['MODELRACK_KILLS'] === undefined ? 8 : 50;
const names = Array.from({ length: runs }, (_, index) => `gate${letters(index)}`);

function letters(index: number): string {
  return String.fromCodePoint(97 + Math.floor(index / 26), 97 + (index % 26));
}

test(`${runs} set-ups at once, each for a connection of its own, lose nothing of each other`, async () => {
  const gateway = await openGateway();
  const rack = makeRack();
  const file = '.config/opencode/opencode.jsonc';
  rack.write(file, '{\n  // mine\n  "theme": "dark"\n}\n');
  const results = await Promise.all(
    names.map((name) =>
      rack.run(['setup', 'opencode', '--gateway', name, '--base-url', gateway.baseUrl, '--api-key-env', keyVariable]),
    ),
  );
  expect(results.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual(names.map(() => 0));
  const errors: ParseError[] = [];
  const root = parseTree(rack.read(file), errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  const written = root === undefined ? undefined : getNodeValue(root);
  expect(Object.keys(written.provider).toSorted()).toEqual(names.toSorted());
  expect(rack.read(file)).toContain('// mine');
  const config = rack.read('.config/modelrack/config.jsonc');
  expect(Object.keys(JSON.parse(config).connections).toSorted()).toEqual(names.toSorted());
  const ledger = join(rack.home, '.local/state/modelrack/ledger');
  const [record] = readdirSync(ledger);
  const owners = JSON.parse(readFileSync(join(ledger, record ?? ''), 'utf8')).owners;
  expect(Object.keys(owners).toSorted()).toEqual(names.toSorted());
  for (const name of names) expect((await rack.run(['remove', 'opencode', '--gateway', name])).code).toBe(0);
  expect(rack.read(file)).toBe('{\n  // mine\n  "theme": "dark"\n}\n');
}, 600_000);

test('set-ups of one connection at once, each for a tool of its own, are all known to it', async () => {
  const gateway = await openGateway();
  const rack = makeRack();
  const tools = ['crush', 'droid', 'opencode', 'qwen-code'];
  const connect = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
  const results = await Promise.all(tools.map((tool) => rack.run(['setup', tool, ...connect])));
  expect(results.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual(tools.map(() => 0));
  const { connections } = JSON.parse(rack.read('.config/modelrack/config.jsonc'));
  expect(Object.keys(connections.modelrack.tools).toSorted()).toEqual(tools);
});
