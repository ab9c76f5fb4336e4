import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createServer as createProxy } from 'node:http';
import { connect, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeRack } from './rack.ts';

const testdata = join(import.meta.dirname, '../../packages/http/src/testdata');
const certificate = join(testdata, 'certificate.pem');

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // A server on TCP has an address object.
  return (server.address() as AddressInfo).port;
}

/** A provider whose certificate nobody knows but the company. */
function startProvider(): Promise<number> {
  const credentials = { cert: readFileSync(certificate), key: readFileSync(join(testdata, 'key.pem')) };
  const list = JSON.stringify({ object: 'list', data: [{ id: 'one' }] });
  return listen(createServer(credentials, (_, response) => void response.end(list)));
}

async function connectTo(baseUrl: string, variables: Readonly<Record<string, string>>) {
  const rack = makeRack();
  const { stdout } = await rack.run(['gateway', 'connect', 'lab', '--base-url', baseUrl, '--no-key', '--json'], {
    env: variables,
  });
  const { connection } = JSON.parse(stdout) as { connection: { models: number; failure: string | null } };
  return connection;
}

it.each(['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'])('trusts the authority of %s', async (name) => {
  const base = `https://127.0.0.1:${await startProvider()}/v1`;
  expect(await connectTo(base, { [name]: certificate })).toMatchObject({ models: 1, failure: null });
  expect(await connectTo(base, {})).toMatchObject({ models: 0, failure: expect.stringMatching(/CERT|SIGNED/) });
});

it('goes through the proxy of the environment', async () => {
  const port = await startProvider();
  const asked: string[] = [];
  const proxy = createProxy();
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    const up = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      up.pipe(socket).pipe(up);
    });
    for (const end of [up, socket]) end.on('error', () => undefined);
  });
  const variables = { HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}`, SSL_CERT_FILE: certificate };
  expect(await connectTo('https://gateway.example/v1', variables)).toMatchObject({ models: 1 });
  expect(asked).toContain('gateway.example:443');
  const past = asked.length;
  expect(await connectTo(`https://127.0.0.1:${port}/v1`, variables)).toMatchObject({ models: 1 });
  expect(asked).toHaveLength(past);
});
