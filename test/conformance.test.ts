import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import claudeCode from '@modelrack/claude-code';
import codex from '@modelrack/codex';
import opencode from '@modelrack/opencode';
import qwenCode from '@modelrack/qwen-code';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { conformance, readCases, readLists } from '@modelrack/tool-kit/testing';
import { parse as parseJsonc, type ParseError } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { memoryEngine } from './memory-engine.ts';

const root = join(import.meta.dirname, '..');
const fixtures = join(root, 'fixtures/tools');
const tools: readonly ToolDefinition[] = [opencode, codex, claudeCode, qwenCode];

test('every tool is tested', () => {
  const packages = readdirSync(join(root, 'packages/tools'));
  expect(tools.map((tool) => tool.id).toSorted()).toEqual(packages.toSorted());
});

describe.each(tools)('$name', (tool) => {
  const folder = join(fixtures, tool.id);
  const suite = {
    tool,
    cases: existsSync(folder) ? readCases(folder) : [],
    lists: readLists(join(fixtures, 'lists.json')),
    engine: memoryEngine,
    parse: (path: string, text: string) => parseAs(tool, path, text),
  };
  test.each(conformance(suite))('$name', (check) => check.run());
});

/** By parsers that do not write: each as strict as the tool's own. */
function parseAs(tool: ToolDefinition, path: string, text: string): unknown {
  if (path.endsWith('.toml')) return parseToml(text, { integersAsBigInt: 'asNeeded' });
  if (tool.files.every((file) => file.format !== 'jsonc')) return JSON.parse(text);
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  return value;
}
