import { expect } from 'vitest';
import { toList } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { RunningGateway } from '../options.ts';
import type { Wire } from '../types.ts';
import { readEvents, reassembleChat, reassembleMessage, reassembleOutput } from './reassemble.ts';
import { send } from './send.ts';
import type { Received } from './send.ts';
import { paths } from './write-request.ts';

export async function ask(gateway: RunningGateway, wire: Wire, body: JsonObject): Promise<Received> {
  return await send(gateway, { path: paths[wire], body });
}

/** The events of a streamed answer. */
export async function askStream(gateway: RunningGateway, wire: Wire, body: JsonObject): Promise<readonly JsonObject[]> {
  const options = wire === 'chat' ? { stream_options: { include_usage: true } } : {};
  const received = await ask(gateway, wire, { ...body, stream: true, ...options });
  expect(received).toMatchObject({ status: 200, isWhole: true });
  expect(received.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  return readEvents(received.text);
}

/** The answer reassembled from events, and what of the plain answer it must equal. */
export function expectSame(wire: Wire, events: readonly JsonObject[], plain: JsonObject): void {
  if (wire === 'messages') {
    expect(reassembleMessage(events)).toEqual(plain);
    return;
  }
  if (wire === 'responses') {
    expect(events.at(-1)?.['response']).toEqual(plain);
    expect(reassembleOutput(events)).toEqual(plain['output']);
    return;
  }
  const whole = reassembleChat(events);
  expect(plain).toMatchObject({ id: whole['id'], model: whole['model'], usage: whole['usage'] });
  expect(toList(plain['choices'])).toMatchObject(toList(whole['choices']));
}
