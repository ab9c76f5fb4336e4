import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { conformance, readCases, readLists } from '@modelrack/tool-kit/testing';
import { parse } from 'jsonc-parser';
import { afterAll, describe, expect, test } from 'vitest';
import { memoryEngine } from './memory-engine.ts';
import { record } from './record/record.ts';
import { filesBelow } from './repository/imports.ts';
import { listsFile } from './repository/fixtures-of.ts';
import { root } from './repository/packages.ts';
import { supportedTools } from './repository/supported-tools.ts';
import { toolFacts } from './repository/tool-facts.ts';
import { toolTable } from './repository/tool-table.ts';

const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'modelrack-tool-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The block of code in a section of CONTRIBUTING, without the indent of its list. */
function blockOf(section: string): string {
  const [, , code = ''] = new RegExp(`<!-- ${section} -->\\s+(\`{3,})\\w+\\n([^]*?)\\n *\\1\\n`).exec(page) ?? [];
  return `${code.replaceAll(/^ {3}/gm, '')}\n`;
}

async function toolOfPage(): Promise<ToolDefinition> {
  mkdirSync(join(folder, 'src'));
  symlinkSync(join(root, 'test/node_modules'), join(folder, 'node_modules'), 'junction');
  const source = join(folder, 'src/index.ts');
  writeFileSync(source, blockOf('template'));
  // What it is to be is what this test is about.
  const { default: tool } = (await import(pathToFileURL(source).href)) as { default: ToolDefinition };
  return tool;
}

/** What a contributor makes by hand; all else is recorded. */
function put(path: string, text: string): void {
  const file = join(folder, 'fixtures', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const file = '.config/sample/sample.json';
const plain = `{
  "providers": {
    "local": { "baseUrl": "http://localhost:11434/v1", "apiKeyEnv": "LOCAL_KEY", "models": [{ "id": "qwen3" }] }
  },
  "theme": "dark"
}
`;

describe('the tool of CONTRIBUTING', async () => {
  const tool = await toolOfPage();
  const fixtures = join(folder, 'fixtures');
  const play = (name: string) => record({ tool, fixtures, name });
  put(`plain/before/${file}`, plain);
  put(`commented/before/${file}`, plain.replace('"theme"', '// at night\n  "theme"'));
  for (const name of [
    'none',
    'plain',
    'commented',
    'crlf-bom',
    'grown',
    'broken',
    'hostile',
    'no-window',
    'nothing-stated',
    'default',
  ])
    await play(name);

  test('has pages', async () => {
    expect(blockOf('page')).toContain(`# @modelrack/${tool.id}\n`);
    expect(toolFacts(tool)).toContain('`/model`');
    expect(toolTable([...(await supportedTools()), tool])).toContain('packages/tools/sample-code');
  });

  test('is told what only a person knows', async () => {
    expect(unedited).toContain('fill in "edit"');
    await expect(play('project')).rejects.toThrow('has no file for a project');
    expect(existsSync(join(fixtures, 'project'))).toBe(false);
    await expect(record({ tool, fixtures: join(folder, 'new'), name: 'plain' })).rejects.toThrow('before is empty');
  });

  test('has its MCP server where its definition says, in a file of its own', async () => {
    await expect(play('mcp')).rejects.toThrow('has no place for MCP servers');
    const servers = { id: 'servers', format: 'json', places: [{ xdgConfig: 'sample/mcp.json' }] } as const;
    const served: ToolDefinition = { ...tool, mcp: { file: servers, path: ['mcpServers'] } };
    const asked = { tool: served, fixtures: join(folder, 'served'), name: 'mcp' };
    put('../served/mcp/before/' + file, plain);
    expect(await record(asked)).toContain('  after/.config/sample/mcp.json');
    const written = readFileSync(join(folder, 'served/mcp/after/.config/sample/mcp.json'), 'utf8');
    const args = ['/home/jo/.local/share/modelrack/bin/modelrack.js', 'mcp', '--state-home', '/state'];
    expect(JSON.parse(written)).toEqual({ mcpServers: { modelrack: { command: '/usr/bin/node', args } } });
    // Nothing of it is left behind.
    expect(existsSync(join(folder, 'served/mcp/removed'))).toBe(false);
  });

  const unedited: unknown = await play('edited').catch(String);
  // The edit that the page shows is one that can be made.
  const [edit = ''] = /\{ "edit": .*? \}/.exec(page.slice(page.indexOf('An edit names'))) ?? [];
  const steps: unknown[] = [{ run: 'setup' }, JSON.parse(edit), { run: 'refresh' }];
  put('edited/case.json', JSON.stringify({ why: 'an edit stays', steps }));
  await play('edited');

  const lists = readLists(listsFile);
  const read = (_: string, text: string): unknown => parse(text);
  const suite = { tool, cases: readCases(fixtures), lists, engine: memoryEngine, parse: read };
  const cases = [...suite.cases.map(({ name, why }) => `${name}: ${why}`), 'has the required cases'];
  test.each(conformance(suite).filter(({ name }) => cases.includes(name)))('$name', (check) => check.run());

  test('has written what the page says, and keeps what it does not know', () => {
    const after: unknown = JSON.parse(readFileSync(join(fixtures, 'none/after', file), 'utf8'));
    expect(after).toEqual({
      providers: {
        modelrack: {
          baseUrl: 'https://gw.example.test/v1',
          apiKeyEnv: 'MODELRACK_API_KEY',
          models: expect.arrayContaining([{ id: 'lite', contextWindow: 128_000, maxOutput: 8192 }]),
        },
      },
    });
    const chosen: unknown = JSON.parse(readFileSync(join(fixtures, 'default/after', file), 'utf8'));
    expect(chosen).toMatchObject({ defaultModel: 'modelrack/plus', theme: 'dark' });
    expect(readFileSync(join(fixtures, 'commented/after', file), 'utf8')).toContain('// at night\n  "theme": "dark"');
  });
});

test('fixtures are in the folder of their tool', () => {
  expect(filesBelow('fixtures').filter((path) => path.startsWith('fixtures/tools/'))).toEqual([]);
});

test('no list of all tools is kept by hand', async () => {
  const ids = (await supportedTools()).map(({ id }) => id);
  const isMade =
    /^(?:packages\/tools|fixtures|test\/tools)\/|\.generated\.ts$|\/(?:package|tsconfig)\.json$|^pnpm-lock|^README\.md$/;
  const lists = filesBelow('.').filter((path) => {
    if (isMade.test(path) || !/\.(?:ts|mjs|cjs|json|md|ya?ml)$/.test(path)) return false;
    const text = readFileSync(join(root, path), 'utf8');
    return ids.every((id) => text.includes(id));
  });
  expect(lists).toEqual([]);
});
