import { expect, test } from 'vitest';
import { bridgeSeal, dropBridgedThinking } from './bridge-seal.ts';

const ours = { type: 'thinking', thinking: 'hm', signature: bridgeSeal };
const theirs = { type: 'thinking', thinking: 'hm', signature: 'c2lnbmVk' };
const text = { type: 'text', text: 'so' };
const user = { role: 'user', content: 'hi' };

test('Messages: our thinking goes, and what is empty without it', () => {
  const messages = [
    user,
    { role: 'assistant', content: [ours, text] },
    { role: 'assistant', content: [ours] },
    { role: 'assistant', content: [theirs, text] },
  ];
  expect(dropBridgedThinking({ model: 'm', messages })).toEqual({
    model: 'm',
    messages: [user, { role: 'assistant', content: [text] }, { role: 'assistant', content: [theirs, text] }],
  });
});

test('Responses: our reasoning goes', () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: bridgeSeal };
  const other = { ...reasoning, encrypted_content: 'gAAAA' };
  expect(dropBridgedThinking({ input: [user, reasoning, other] })).toEqual({ input: [user, other] });
  expect(dropBridgedThinking({ input: 'hi' })).toEqual({ input: 'hi' });
});
