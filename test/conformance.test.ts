import { existsSync } from 'node:fs';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { conformance, readCases, readLists } from '@modelrack/tool-kit/testing';
import { parse as parseJsonc, type ParseError } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { memoryEngine } from './memory-engine.ts';
import { fixturesOf, listsFile } from './repository/fixtures-of.ts';
import { supportedTools } from './repository/supported-tools.ts';

describe.each(await supportedTools())('$name', (tool) => {
  const folder = fixturesOf(tool.id);
  const suite = {
    tool,
    cases: existsSync(folder) ? readCases(folder) : [],
    lists: readLists(listsFile),
    engine: memoryEngine,
    parse: (path: string, text: string) => parseAs(tool, path, text),
  };
  // A name of a field is cut after forty signs.
  test.each(conformance(suite).map((check) => [check.name, check] as const))('%s', (_, check) => check.run());
});

/** By parsers that do not write: each as strict as the tool's own. */
function parseAs(tool: ToolDefinition, path: string, text: string): unknown {
  if (/\.ya?ml$/.test(path)) return parseYaml(text);
  if (path.endsWith('.toml')) return parseToml(text, { integersAsBigInt: 'asNeeded' });
  if (tool.files.every((file) => file.format !== 'jsonc')) return JSON.parse(text);
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  return value;
}
