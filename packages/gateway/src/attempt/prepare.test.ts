import { expect, test } from 'vitest';
import { bridgeSeal } from '../dialects/bridge-seal.ts';
import type { JsonObject } from '../json.ts';
import type { Preset } from '../provider.ts';
import type { Asked, Tools } from './asked.ts';
import { createHealth } from './cooldown.ts';
import { isRefusal } from '../refusal.ts';
import { heldJson, stubConnection } from '../testing/stub-provider.ts';
import { prepare } from './prepare.ts';

const preset: Preset = {
  name: 'lab',
  title: 'Lab',
  baseUrl: undefined,
  auth: 'bearer',
  keyVariable: undefined,
  paths: { messages: '/messages' },
  list: undefined,
};
const tools: Tools = {
  health: createHealth(() => 0),
  bridges: {},
  adapters: new Map(),
  now: () => 0,
  random: () => 0,
  pause: () => Promise.resolve(),
};

async function prepareMessages(json: JsonObject): Promise<JsonObject> {
  const asked: Asked = {
    operation: 'messages',
    dialect: 'anthropic',
    body: heldJson(json),
    headers: {},
    query: '',
    resolved: { asked: 'lite', isAlias: true, members: [], firstTokenMs: undefined, onRefusal: 'return' },
    catalog: new Map(),
    signal: new AbortController().signal,
  };
  const connection = stubConnection(preset, () => ({}));
  const prepared = await prepare(asked, { id: 'lab/up', connection, model: 'up', window: undefined }, tools);
  if (isRefusal(prepared)) throw new Error(prepared.message);
  const chunks: Uint8Array[] = [];
  for await (const chunk of prepared.body.chunks()) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

test('an upstream that signs its thinking itself does not see that of a bridge', async () => {
  const ours = { type: 'thinking', thinking: 'hm', signature: bridgeSeal };
  const text = { type: 'text', text: 'so' };
  const hi = { role: 'user', content: 'hi' };
  const messages = [hi, { role: 'assistant', content: [ours, text] }, hi];
  expect(await prepareMessages({ model: 'lite', messages })).toEqual({
    model: 'up',
    messages: [hi, { role: 'assistant', content: [text] }, hi],
  });
  expect(await prepareMessages({ model: 'lite', messages: [hi] })).toEqual({ model: 'up', messages: [hi] });
});
