import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { describe, expect, it } from 'vitest';
import { toolSet } from './tool-set.ts';

import { tools } from './tools.generated.ts';

const folder = join(import.meta.dirname, '../../../tools');
const generated = join(import.meta.dirname, 'tools.generated.ts');

describe('tools.generated.ts', () => {
  it('says what the folders hold', async () => {
    const wanted = await render();
    // How the file is made: UPDATE=1 and this test.
    if (process.env['UPDATE'] === '1') writeFileSync(generated, wanted);
    expect(readFileSync(generated, 'utf8')).toBe(wanted);
  });

  it('gives no name to two tools', () => {
    const names = tools.flatMap(({ id, aliases }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });
});

async function render(): Promise<string> {
  const ids = readdirSync(folder)
    .filter((id) => existsSync(join(folder, id, 'src')))
    .toSorted();
  const lines = await Promise.all(
    ids.map(async (id) => {
      const { default: tool }: { default: ToolDefinition } = await import(`@modelrack/${id}`);
      expect(tool.id).toBe(id);
      const aliases = `[${tool.aliases.map((alias) => `'${alias}'`).join(', ')}]`;
      return `  { id: '${id}', name: '${tool.name}', aliases: ${aliases}, load: () => import('@modelrack/${id}') },`;
    }),
  );
  const [head = ''] = readFileSync(generated, 'utf8').split(/(?<=readonly ToolEntry\[\] = \[\n)/);
  return `${head}${lines.join('\n')}\n];\n`;
}

describe('the set of tools', () => {
  const known = toolSet(tools);

  it.each([
    ['opencode', 'opencode'],
    ['Claude', 'claude-code'],
    ['qwen', 'qwen-code'],
  ])('%s is %s', (name, id) => {
    expect(known.idOf(name)).toBe(id);
  });

  it('suggests the name that was meant', () => {
    expect(() => known.idOf('opencod')).toThrow(
      expect.objectContaining({ code: 'unknown-tool', hint: 'did you mean opencode?' }),
    );
  });

  it('loads each tool once, in the order given', async () => {
    const loaded = await known.load(['codex', 'claude', 'codex']);
    expect(loaded.map(({ id }) => id)).toEqual(['codex', 'claude-code']);
  });
});
