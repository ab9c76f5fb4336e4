import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import type { ModelRow } from '@modelrack/gateway';
import { expect } from 'vitest';
import { key, keyVariable, makeRack, openGateway, picture, type Rack } from './rack.ts';

export const settings = '.claude/settings.json';
export const marketplaces = '.claude/plugins/known_marketplaces.json';
export const commands = '.claude/commands';
export const data = '.local/share/modelrack';
export const folder = `${data}/plugins/claude-code`;

export const first = ['lite', 'anthropic/claude-sonnet-4.5', 'openai/gpt-5-mini'];

/** Claude Code set up at a gateway whose list the test changes. */
export async function withClaude(prepare: (rack: Rack) => void = () => {}, ids: readonly string[] = first) {
  let rows: readonly ModelRow[] = ids.map((id) => ({ id, context_window: 200_000 }));
  const gateway = await openGateway({ models: () => rows });
  const rack = makeRack();
  prepare(rack);
  const before = everything(rack);
  const setUp = ['setup', 'claude-code', '--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
  const result = await rack.run(setUp);
  expect(result.code, result.stderr).toBe(0);
  return {
    rack,
    gateway,
    before,
    setUp,
    result,
    serve: (next: readonly string[]) => void (rows = next.map((id) => ({ id, context_window: 200_000 }))),
  };
}

/** All files, with their times, but for our own state and cache. */
export function everything(rack: Rack): Record<string, string> {
  const own = ['.cache/', '.local/state/', '.config/modelrack/', '.local/share/modelrack/bin/'].map((name) =>
    rack.path(name),
  );
  return Object.fromEntries(
    Object.entries(picture(rack.home)).filter(([file]) => !own.some((at) => file.startsWith(at))),
  );
}

/** The same without times: what `remove` gives back. */
export function content(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, text.slice(text.indexOf(' ') + 1)]));
}

export function entries(rack: Rack): string[] {
  return existsSync(rack.path(commands)) ? readdirSync(rack.path(commands)).toSorted() : [];
}

/** In a release in which nothing of ours completes what is typed. */
export const ours = ['m-.md', 'm-lite.md'];

/** A release that knows no modules: it gets entries. */
export function withOlderClaude(prepare: (rack: Rack) => void = () => {}, ids: readonly string[] = first) {
  return withClaude((rack) => {
    putOlderClaude(rack);
    prepare(rack);
  }, ids);
}

export function putOlderClaude(rack: Rack): void {
  const bin = '../no-programs';
  rack.write(`${bin}/claude`, '');
  rack.write(`${bin}/package.json`, '{ "name": "@anthropic-ai/claude-code", "version": "2.1.197" }');
  chmodSync(rack.path(`${bin}/claude`), 0o755);
}

/** As Claude Code calls it: our own copy, with nothing in the PATH. */
export function hook(
  rack: Rack,
  args: readonly string[],
  more: { input?: string; variables?: Record<string, string> } = {},
) {
  const own = rack.path(`${data}/bin/modelrack.js`);
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const env = { HOME: rack.home, PATH: '/nowhere', [keyVariable]: key, ...more.variables };
    const child = spawn(process.execPath, [own, 'hook', ...args], { cwd: rack.home, env });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    child.stdin.on('error', () => {});
    child.stdin.end(more.input ?? '');
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
