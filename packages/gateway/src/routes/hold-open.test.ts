import { expect, test } from 'vitest';
import { holdOpen } from './hold-open.ts';
import { isRefusal, refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import type { Reply } from './reply.ts';

const options = { wire: 'chat', headers: { 'x-gateway-alias': 'lite' }, patienceMs: 20 } as const;

function later(answer: Reply | Refusal): Promise<Reply | Refusal> {
  return new Promise((resolve) => setTimeout(resolve, 70, answer));
}

async function readAll(answer: Reply | Refusal): Promise<string> {
  if (isRefusal(answer) || typeof answer.body === 'string' || answer.body instanceof Uint8Array) return 'not a stream';
  let text = '';
  for await (const piece of answer.body) text += String(piece);
  return text;
}

async function* words(): AsyncGenerator<string> {
  yield 'data: one\n\n';
  yield 'data: [DONE]\n\n';
}

test('what is there in time goes out as it is', async () => {
  const reply = { status: 200, headers: {}, body: words() };
  expect(await holdOpen(Promise.resolve(reply), options)).toBe(reply);
  const refusal = refuse(503, 'x', 'no');
  expect(await holdOpen(Promise.resolve(refusal), options)).toBe(refusal);
});

test('who waits long hears comments, then the answer', async () => {
  const held = await holdOpen(later({ status: 200, headers: {}, body: words() }), options);
  expect(held).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-gateway-alias': 'lite' },
  });
  expect(await readAll(held)).toMatch(/^(?:: waiting for the model\n\n){2,}data: one\n\ndata: \[DONE\]\n\n$/u);
});

test('an error that comes late comes in the stream', async () => {
  const text = await readAll(await holdOpen(later(refuse(503, 'no_model_available', 'nobody')), options));
  expect(text).toMatch(/: waiting[^]*data: \{"error":\{"message":"nobody"[^\n]*\n\n$/u);
  expect(text).not.toContain('[DONE]');
});
