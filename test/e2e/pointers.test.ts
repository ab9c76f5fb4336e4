import { withoutV1 } from '@modelrack/catalog';
import { machineOf, pointersOf } from '@modelrack/setup';
import { expect, it } from 'vitest';
import { supportedTools } from '../repository/supported-tools.ts';
import { key, keyVariable, makeRack, openGateway, tools } from './rack.ts';

/** Nothing in a file of theirs says where they lead: each connection has a file of its own. */
const silent = new Set(['goose']);

it('finds in the file of every tool the gateway that was written into it', async () => {
  const gateway = await openGateway();
  const rack = makeRack();
  rack.write('work/librechat.yaml', 'version: 1.3.0\n');
  const url = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
  const result = await rack.run(['setup', ...tools, ...url, '--take-over', '--yes']);
  expect(result.code, result.stderr).toBe(0);
  const machine = { ...machineOf(process), home: rack.home, cwd: rack.path('work'), variables: { PATH: '' } };
  const pointed: Record<string, string> = {};
  for (const tool of await supportedTools()) {
    for (const { url: where, key: found } of await pointersOf(machine, tool)) {
      pointed[tool.id] = where.replace(/\/chat\/completions$/, '');
      if (found !== undefined) expect([{ env: keyVariable }, { literal: key }], tool.id).toContainEqual(found);
    }
  }
  const root = gateway.baseUrl;
  const wanted = tools.filter((id) => !silent.has(id)).map((id) => [id, id === 'claude-code' ? withoutV1(root) : root]);
  expect(pointed).toEqual(Object.fromEntries(wanted));
});
