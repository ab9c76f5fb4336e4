import { describe, expect, it } from 'vitest';
import { loadEditor, toJson, type Format, type Path } from '@modelrack/config-edit';
import { makeRack, type Rack } from '../rack.ts';
import { filesOf, openListing, succeed } from './listing.ts';

const named = { item: { name: 'modelrack' } };

/** What leads to the gateway; a default model and our MCP server stay beside it. */
const blocks: readonly (readonly [tool: string, file: string, path: Path])[] = [
  ['aichat', '.config/aichat/config.yaml', ['clients', named]],
  ['claude-code-router', '.claude-code-router/config.json', ['Providers', named]],
  ['codex', '.codex/config.toml', ['model_providers', 'modelrack']],
  ['copilot', '.copilot/providers.json', ['providers', named]],
  ['crush', '.config/crush/crush.json', ['providers', 'modelrack']],
  ['gptme', '.config/gptme/config.toml', ['providers', named]],
  ['kilo', '.config/kilo/kilo.jsonc', ['provider', 'modelrack']],
  ['kimi', '.kimi-code/config.toml', ['providers', 'modelrack']],
  ['mistral-vibe', '.vibe/config.toml', ['providers', named]],
  ['openclaw', '.openclaw/openclaw.json', ['models', 'providers', 'modelrack']],
  ['opencode', '.config/opencode/opencode.json', ['provider', 'modelrack']],
  ['pi', '.pi/agent/models.json', ['providers', 'modelrack']],
  ['zed', '.config/zed/settings.json', ['language_models', 'openai_compatible', 'modelrack']],
];

/** Files that are about servers alone. */
const servers: readonly (readonly [tool: string, file: string, path: Path])[] = [
  ['claude-code', '.claude.json', ['mcpServers', 'modelrack']],
  ['cline', '.cline/data/settings/cline_mcp_settings.json', ['mcpServers', 'modelrack']],
  ['copilot', '.copilot/mcp-config.json', ['mcpServers', 'modelrack']],
  ['droid', '.factory/mcp.json', ['mcpServers', 'modelrack']],
  ['kimi', '.kimi-code/mcp.json', ['mcpServers', 'modelrack']],
  ['pi', '.pi/agent/mcp.json', ['mcpServers', 'modelrack']],
];

async function takeOut(rack: Rack, file: string, path: Path): Promise<unknown> {
  const ending = file.split('.').at(-1) ?? '';
  const formats: Readonly<Record<string, Format>> = { toml: 'toml', yaml: 'yaml' };
  const format = formats[ending] ?? 'jsonc';
  const editor = await loadEditor(format);
  const document = editor.read(Buffer.from(rack.read(file)), file, format);
  const { bytes } = editor.edit(document, [{ op: 'remove', path }]);
  expect(Buffer.from(bytes).toString()).not.toBe(rack.read(file));
  rack.write(file, Buffer.from(bytes).toString());
  return document.root === undefined ? undefined : toJson(document.root);
}

describe('what the user takes out of a file of ours', () => {
  it.each(blocks)(
    '%s: without the way to the gateway a refresh writes nothing, and a setup all of it',
    async (tool, file, path) => {
      const { flags } = await openListing();
      const rack = makeRack();
      const setup = ['setup', tool, ...flags, '--default', 'lite', '--mcp', '--take-over'];
      await succeed(rack, setup);
      const whole = await takeOut(rack, file, path);
      const before = filesOf(rack);
      const { document } = await rack.json<{ tools: { notes: string[] }[] }>(['refresh']);
      expect(filesOf(rack)).toEqual(before);
      expect(document.tools[0]?.notes.join()).toContain(`\`modelrack setup ${tool}\` writes them again`);
      const { stdout } = await rack.run(['doctor', tool]);
      expect(stdout).toContain('the entries of "modelrack" are gone from this file');
      await succeed(rack, setup);
      expect(await takeOut(rack, file, path)).toEqual(whole);
    },
  );

  it.each(servers)('%s: our MCP server stays out of its own file, until it is asked for', async (tool, file, path) => {
    const { flags } = await openListing();
    const rack = makeRack();
    const setup = ['setup', tool, ...flags, '--take-over'];
    await succeed(rack, [...setup, '--mcp']);
    const whole = await takeOut(rack, file, path);
    const without = rack.read(file);
    await succeed(rack, ['refresh']);
    expect(rack.read(file)).toBe(without);
    await succeed(rack, [...setup, '--mcp']);
    expect(await takeOut(rack, file, path)).toEqual(whole);
  });
});
