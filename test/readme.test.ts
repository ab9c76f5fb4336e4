import type { ToolDefinition } from '@modelrack/tool-kit';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, workspacePackages } from './repository/packages.ts';
import { toolTable } from './repository/tool-table.ts';
import { releases } from './tools/versions.ts';

const path = join(root, 'README.md');

async function supportedTools(): Promise<readonly ToolDefinition[]> {
  const folders = workspacePackages().filter(({ kind }) => kind === 'tool');
  // A tool's package exports its definition and nothing else.
  const modules = await Promise.all(
    folders.map(({ manifest }) => import(manifest.name) as Promise<{ default: ToolDefinition }>),
  );
  return modules.map((module) => module.default);
}

/** Replaces what stands between the marks `<!-- name -->` and `<!-- /name -->`. */
function withSection(text: string, name: string, content: string): string {
  const marks = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`);
  expect(text, `README.md has no section ${name}`).toMatch(marks);
  return text.replace(marks, (_, start: string, end: string) => `${start}\n${content}\n${end}`);
}

test('the table of tools is the one that the tools give', async () => {
  const found = readFileSync(path, 'utf8');
  const rendered = withSection(found, 'tools', toolTable(await supportedTools()));
  if (process.env['UPDATE'] === '1') writeFileSync(path, rendered);
  else expect(found, 'npm run generate writes it').toBe(rendered);
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
  const missing = ran.filter(
    ({ id, verified }) => !releases.some(({ name, version }) => name === id && version === verified),
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
});
