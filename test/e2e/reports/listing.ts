import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { content, everything } from '../claude-plugin.ts';
import { keyVariable, makeRack, type Rack } from '../rack.ts';

/** Nothing more is known of a row: lists come in many forms. */
interface Rows {
  readonly data: readonly object[];
}

/** A server that answers with a list word by word, and with 400 to everything that is posted. */
export interface Listing {
  readonly baseUrl: string;
  /** `--base-url` and `--api-key-env`. */
  readonly flags: readonly string[];
  list: Rows;
}

export function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, '../../../fixtures/reports', name), 'utf8');
}

export function fixtureList(name: string): Rows {
  return JSON.parse(fixture(name)) as Rows;
}

const usual = ['lite', 'plus', 'anthropic/claude-sonnet-4.5', 'openai/gpt-5', 'qwen/qwen3-coder:free'];

export function listOf(ids: readonly string[]): Rows {
  return { data: ids.map((id) => ({ id, context_window: 200_000, max_output_tokens: 8192 })) };
}

export async function openListing(list: Rows = listOf(usual)): Promise<Listing> {
  const state = { list };
  const server = createServer((request, response) => {
    const isPost = request.method === 'POST';
    response.writeHead(isPost ? 400 : 200, { 'content-type': 'application/json' });
    response.end(isPost ? '{}' : JSON.stringify(state.list));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // It listens on a port.
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return Object.assign(state, { baseUrl, flags: ['--base-url', baseUrl, '--api-key-env', keyVariable] });
}

/** A home with files of the user's. */
export function rackWith(files: Readonly<Record<string, string>>): Rack {
  const rack = makeRack();
  for (const [name, text] of Object.entries(files)) rack.write(name, text);
  return rack;
}

/** Runs and expects success. */
export async function succeed(rack: Rack, args: readonly string[], more?: Parameters<Rack['run']>[1]): Promise<void> {
  const { code, stdout, stderr } = await rack.run(args, more);
  expect(code, `${args[0]}: ${stdout}${stderr}`).toBe(0);
}

/** The files of the user and of tools, by their names below the home folder. */
export function filesOf(rack: Rack): Record<string, string> {
  const files = Object.entries(content(everything(rack)));
  return Object.fromEntries(
    files.map(([path, text]) => [path.slice(rack.home.length + 1).replaceAll('\\', '/'), text]),
  );
}
