import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import type { Lab } from '../harness/lab.ts';

/** `modelrack bridge` in front of a gateway. It ends with the home in which it runs. */
export async function openBridge({ home }: Lab, baseUrl: string): Promise<string> {
  const args = [inject('command'), 'bridge', '--base-url', baseUrl, '--port', '0'];
  const child = spawn(process.execPath, args, { env: home.variables(), stdio: ['ignore', 'pipe', 'pipe'] });
  let notes = '';
  child.stderr.on('data', (chunk: Buffer) => (notes += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`the bridge ended before it said where it listens: ${notes}`);
}
