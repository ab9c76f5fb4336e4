import { expect, it } from 'vitest';
import { openResponse, request } from '@modelrack/http';
import type { BodySource } from '@modelrack/http';
import { reply, serve } from './testing/serve.ts';

function counted(pieces: readonly string[]): BodySource & { opened: number } {
  const source = {
    opened: 0,
    length: pieces.join('').length,
    async *open() {
      source.opened += 1;
      for (const piece of pieces) yield Buffer.from(piece);
    },
  };
  return source;
}

it('sends a source piece by piece, with its length', async () => {
  let body = '';
  const server = await serve((incoming, response) => {
    incoming.on('data', (chunk) => (body += chunk));
    incoming.on('end', () => response.end('ok'));
  });
  await request({ method: 'POST', url: server.url, body: counted(['ab', 'cde']), variables: {} });
  expect([body, server.requests[0]?.headers['content-length']]).toEqual(['abcde', '5']);
});

it('says that a source broke', async () => {
  const server = await serve((incoming, response) => void incoming.resume().on('end', () => response.end()));
  const body: BodySource = {
    length: 10,
    async *open() {
      yield Buffer.from('ab');
      throw Object.assign(new Error('gone'), { code: 'EIO' });
    },
  };
  await expect(request({ method: 'POST', url: server.url, body, variables: {} })).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('EIO'),
  });
});

it('sends what may be billed once only, on a connection of its own', async () => {
  const ports: (number | undefined)[] = [];
  const server = await serve((incoming, response) => {
    ports.push(incoming.socket.remotePort);
    reply(200, 'ok')(incoming, response);
  });
  for (let count = 0; count < 3; count += 1) {
    await request({ method: 'POST', url: server.url, body: '{}', variables: {}, isSentOnce: true });
  }
  expect(new Set(ports).size).toBe(3);
  expect(server.requests[0]?.headers.connection).toBe('close');
});

it('ends an answer that stops coming, however long it may take in all', async () => {
  const server = await serve((_, response) => void response.writeHead(200).write('first'));
  const timeouts = { total: Number.POSITIVE_INFINITY, idle: 50 };
  await expect(request({ method: 'GET', url: server.url, variables: {}, retries: 0, timeouts })).rejects.toMatchObject({
    code: 'timeout',
  });
});

it('waits for a slow answer as long as something comes', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200);
    let left = 8;
    const timer = setInterval(() => {
      left -= 1;
      if (left > 0) return void response.write('.');
      clearInterval(timer);
      response.end('!');
    }, 100);
  });
  const opened = await openResponse({ method: 'GET', url: server.url, variables: {}, timeouts: { idle: 2000 } });
  let text = '';
  for await (const chunk of opened.stream) text += String(chunk);
  opened.close();
  expect(text).toBe('.......!');
});
