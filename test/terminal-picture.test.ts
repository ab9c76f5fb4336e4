import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin, key, makeRack, openGateway, type Rack } from './e2e/rack.ts';
import { drawTerminal } from './pages/draw-terminal.ts';
import { root } from './repository/packages.ts';
import { openTerminal } from './tools/harness/terminal.ts';

const path = join(root, 'fixtures/pages/setup.svg');
const columns = 96;
/** Printed when a command has ended; nothing of ours looks like it. */
const end = '---ended---';

const models = [
  { id: 'lite', context_window: 131_072 },
  { id: 'plus', context_window: 262_144 },
  { id: 'ultra', context_window: 1_000_000 },
  { id: 'anthropic/claude-opus-5', context_window: 1_000_000 },
  { id: 'anthropic/claude-sonnet-5', context_window: 1_000_000 },
  { id: 'anthropic/claude-sonnet-4.5', context_window: 200_000 },
  { id: 'deepseek/deepseek-v4-pro', context_window: 163_840 },
  { id: 'moonshotai/kimi-k3', context_window: 262_144 },
  { id: 'qwen/qwen3-coder', context_window: 262_144 },
];

/** What a person sees who has these tools, and the gateway in two variables. */
async function record(rack: Rack, baseUrl: string, lines: readonly string[]): Promise<string> {
  let recorded = '';
  for (const line of lines) {
    const [, ...args] = line.split(' ');
    const variables = () => ({
      HOME: rack.home,
      PATH: '',
      TERM: 'xterm-256color',
      MODELRACK_BASE_URL: baseUrl,
      MODELRACK_API_KEY: key,
    });
    const home = { project: rack.path('work'), variables };
    const run = `"${process.execPath}" "${bin}" ${args.join(' ')}; echo ${end}`;
    const terminal = openTerminal('/bin/sh', ['-c', run], { home, columns });
    await terminal.waitFor(end);
    const raw = terminal.raw().replace(/\r\n$/, '').replace(end, '');
    recorded += `\u001B[32m$\u001B[0m \u001B[1m${line}\u001B[0m\r\n${raw}\r\n`;
    await terminal.close();
  }
  return recorded;
}

describe.skipIf(process.platform === 'win32')('the picture in the README', () => {
  test('shows what a run shows', async () => {
    const gateway = await openGateway({ models });
    const rack = makeRack();
    for (const folder of ['.config/opencode', '.config/goose', '.config/zed', '.factory', '.kimi-code'])
      mkdirSync(rack.path(folder), { recursive: true });
    const recorded = await record(rack, gateway.baseUrl, ['modelrack setup --yes', 'modelrack list son']);
    expect(recorded).not.toContain(key);
    const picture = await drawTerminal(recorded, columns);
    if (process.env['UPDATE'] === '1') writeFileSync(path, picture);
    expect(picture, 'npm run generate draws it again').toBe(readFileSync(path, 'utf8'));
  });
});
