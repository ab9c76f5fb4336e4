import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './repository/packages.ts';
import { supportedTools } from './repository/supported-tools.ts';
import { toolFacts } from './repository/tool-facts.ts';

const tools = await supportedTools();

describe.each(tools)('the page of $id', (tool) => {
  const path = join(root, 'packages/tools', tool.id, 'README.md');

  test('says what its definition says', () => {
    const found = readFileSync(path, 'utf8');
    const marks = /(<!-- facts -->\n)[^]*?(\n<!-- \/facts -->)/;
    expect(found, 'it has no section of facts').toMatch(marks);
    const rendered = found.replace(marks, (_, start: string, end: string) => `${start}\n${toolFacts(tool)}\n${end}`);
    if (process.env['UPDATE'] === '1') writeFileSync(path, rendered);
    else expect(found, 'npm run generate writes it').toBe(rendered);
  });

  test('begins with the command, and says which entries are ours', () => {
    const found = readFileSync(path, 'utf8');
    expect(found).toContain(`\`\`\`\nmodelrack setup ${tool.id}\n`);
    expect(found).toMatch(/^\| ours /m);
  });
});
