import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Of 127.0.0.1, free a moment ago: for a program that must be told its port before it starts. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // A server on TCP has an address object.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
