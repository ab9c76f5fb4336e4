import { readModelList } from '@modelrack/catalog';
import { serveGateway, stubKey, stubModels, type StubGateway } from '@modelrack/client/testing';
import { serve, type Host } from '@modelrack/mcp';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';

export interface Connected {
  readonly client: Client;
  readonly stub: StubGateway;
  readonly mediaFolder: string;
  readonly videoFolder: string;
  /** All that the server wrote. */
  output(): string;
  /** The client goes away; resolves when the server has ended. */
  leave(): Promise<void>;
}

/** The SDK's own client, connected to our server and to a stub of a gateway behind it. */
export async function connect(more: Partial<Host> = {}): Promise<Connected> {
  const stub = await serveGateway();
  const folder = mkdtempSync(join(tmpdir(), 'modelrack-mcp-'));
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  let output = '';
  stdout.on('data', (chunk) => (output += String(chunk)));
  const host: Host = {
    version: '0.0.0',
    stdin,
    stdout,
    gateway: async () => ({ apiRoot: stub.apiRoot, key: stubKey, variables: {} }),
    models: async () => [...readModelList({ data: stubModels }).models.values()],
    recent: async () => [],
    mediaFolder: join(folder, 'media'),
    videoFolder: join(folder, 'videos'),
    ...more,
  };
  const ended = serve(host, new AbortController().signal);
  const client = new Client({ name: 'a-test', version: '1' });
  await client.connect(transportOver(stdout, stdin));
  const leave = async () => {
    stdin.end();
    await ended;
  };
  onTestFinished(async () => {
    await leave();
    await stub.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { mediaFolder, videoFolder } = host;
  return { client, stub, mediaFolder, videoFolder, output: () => output, leave };
}

function transportOver(from: PassThrough, to: PassThrough): Transport {
  const buffer = new ReadBuffer();
  const transport: Transport = {
    async start() {
      from.on('data', (chunk: Buffer) => {
        buffer.append(chunk);
        for (let message = buffer.readMessage(); message !== null; message = buffer.readMessage())
          transport.onmessage?.(message);
      });
    },
    async send(message) {
      to.write(serializeMessage(message));
    },
    async close() {
      to.end();
      transport.onclose?.();
    },
  };
  return transport;
}
