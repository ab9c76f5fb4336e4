import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keyVariable, makeRack } from './e2e/rack.ts';
import { root, workspacePackages } from './repository/packages.ts';
import { supportedTools } from './repository/supported-tools.ts';
import { toolTable } from './repository/tool-table.ts';
import { releases } from './tools/versions.ts';

const path = join(root, 'README.md');

/** Compares what stands between `<!-- name -->` and `<!-- /name -->`; with `UPDATE=1` writes it. */
function expectSection(name: string, content: string, page = path): void {
  const found = readFileSync(page, 'utf8');
  expect(content.split('\n').filter((line) => line.trim() !== '').length, `${name} is empty`).toBeGreaterThan(2);
  const marks = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`);
  expect(found, `${page} has no section ${name}`).toMatch(marks);
  const rendered = found.replace(marks, (_, start: string, end: string) => `${start}\n${content}\n${end}`);
  if (process.env['UPDATE'] === '1') writeFileSync(page, rendered);
  else expect(found, 'npm run generate writes it').toBe(rendered);
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

const sample = `{
  "$schema": "https://opencode.ai/config.json",
  "autoupdate": false, // the office proxy breaks it
  "provider": {
    "ollama": { "npm": "@ai-sdk/openai-compatible", "options": { "baseURL": "http://localhost:11434/v1" } },
  },
}
`;

/** Serves a list of the fixtures, and is called `gw.example.test` in what is shown. */
async function serveList(): Promise<string> {
  const list = readFileSync(join(root, 'fixtures/model-lists/aliases-and-full-ids.json'));
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(list);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

// Paths and line ends of Windows would differ.
describe.skipIf(process.platform === 'win32')('what the command prints', () => {
  test('the diff is what a run shows', async () => {
    const origin = await serveList();
    const rack = makeRack();
    rack.write('.config/opencode/opencode.jsonc', sample);
    const args = ['setup', 'opencode', '--base-url', `${origin}/v1`, '--api-key-env', keyVariable, '--dry-run'];
    const { code, stdout } = await rack.run(args);
    expect(code).toBe(0);
    const diff = stdout.slice(stdout.indexOf('--- '), stdout.indexOf('\n\n'));
    const shown = diff
      .replaceAll(rack.home, '~')
      .replaceAll(origin, 'https://gw.example.test')
      .replaceAll(keyVariable, 'MY_KEY');
    expectSection('diff', fenced('diff', shown));
  });

  test('commands and options are those of the help', async () => {
    const rack = makeRack();
    const help = await rack.run(['--help']);
    const setupHelp = await rack.run(['setup', '--help']);
    // Of a command that is not built, or fails, no page is made.
    expect([help.code, setupHelp.code], help.stderr).toEqual([0, 0]);
    expectSection('commands', fenced('text', help.stdout.split(/Commands:\n|\n\nExamples:\n/)[1] ?? ''));
    const [, own = '', shared = ''] = setupHelp.stdout.split(/\n*(?:(?:Global )?Options|Examples):\n/);
    const options = `${own}\n${shared}`;
    expectSection('options', fenced('text', options), join(root, 'packages/cli/README.md'));
  });
});

test('the table of tools is the one that the tools give', async () => {
  expectSection('tools', toolTable(await supportedTools()));
});

test('the tarball has the version that is packed', () => {
  const version = workspacePackages().find(({ kind }) => kind === 'cli')?.manifest.version;
  const named = readFileSync(path, 'utf8').matchAll(/modelrack-(\d[\w.-]*)\.tgz/g);
  expect([...named].map((match) => match[1])).toEqual([version]);
});

test('a tool has the name of its folder, and no two share a name', async () => {
  const tools = await supportedTools();
  const folders = workspacePackages().filter(({ kind }) => kind === 'tool');
  expect(tools.map(({ id }) => id)).toEqual(folders.map(({ id }) => id));
  const names = tools.flatMap(({ id, aliases }) => [id, ...aliases]);
  expect(names).toEqual([...new Set(names)]);
});

test('a release that is called checked is the one that the real-tool suite runs', async () => {
  const ran = (await supportedTools()).filter(({ verification }) => verification === 'ran');
  const known = releases.map(({ name, version }) => `${name} ${version}`);
  expect(known).toEqual(expect.arrayContaining(ran.map(({ id, verified }) => `${id} ${verified}`)));
});
