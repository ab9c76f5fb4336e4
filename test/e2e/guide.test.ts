import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { key, keyVariable, makeRack, openGateway, picture, type Rack } from './rack.ts';
import { see, sit } from './sit.ts';

const opencode = '.config/opencode/opencode.json';
const corp = (url: string, apiKey: string) =>
  `${JSON.stringify({ provider: { corp: { options: { baseURL: url, apiKey } } } }, undefined, 2)}\n`;

/** Nine tools by the folders by which they are known. */
const folders = ['.codex', '.claude', '.qwen', '.pi/agent', '.continue', '.copilot', '.factory', '.config/crush'];
function makeNineTools(rack: Rack): void {
  for (const folder of folders) rack.write(`${folder}/.keep`, '');
  rack.write(opencode, '{}\n');
}

describe.skipIf(process.platform === 'win32')('the guided set-up', () => {
  it('takes the gateway that a tool uses already, in two answers', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write(opencode, corp(gateway.baseUrl, `{env:${keyVariable}}`));
    rack.write('.pi/agent/settings.json', '{}\n');
    const terminal = sit(rack, '');
    expect(await see(terminal, 'Use it for all 2 tools?')).toContain(
      `opencode uses ${gateway.baseUrl} with $${keyVariable}.`,
    );
    expect(gateway.requests).toEqual([]);
    await terminal.press('Enter');
    const page = await see(terminal, 'Write these changes?');
    expect(page).toContain(`in the variable ${keyVariable}`);
    await terminal.press('Enter');
    expect(await see(terminal, 'code 0')).toContain('To go back: modelrack undo');
    expect(JSON.parse(rack.read(opencode)).provider.modelrack.options.apiKey).toBe(`{env:${keyVariable}}`);
    expect(rack.has('.config/modelrack/keys/modelrack')).toBe(false);
    expect(rack.has('.pi/agent/models.json')).toBe(true);
  });

  it('uses a key that stands in the file of a tool only after a yes', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write(opencode, corp(gateway.baseUrl, key));
    const terminal = sit(rack, '');
    expect(await see(terminal, 'with a key in its file. Use both?')).not.toContain(key);
    expect(gateway.requests).toEqual([]);
    await terminal.press('Enter');
    await see(terminal, 'Write these changes?');
    await terminal.press('Enter');
    expect(await see(terminal, 'code 0')).not.toContain(key);
    expect(rack.read('.config/modelrack/keys/modelrack')).toBe(`${key}\n`);
  });

  it('knows all tools of a set-up of which one is switched over', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const model = `{ name: Corp, provider: openai, model: lite, apiBase: '${gateway.baseUrl}', apiKey: '${key}' }`;
    rack.write('.continue/config.yaml', `name: Mine\nversion: 1.0.0\nschema: v1\nmodels:\n  - ${model}\n`);
    rack.write('.factory/settings.json', '{}\n');
    rack.write(opencode, '{}\n');
    const terminal = sit(rack, '');
    await see(terminal, 'Continue uses');
    await terminal.press('Enter');
    await see(terminal, 'Write these changes?');
    await terminal.press('Enter');
    await see(terminal, 'code 0');
    const { tools } = JSON.parse(rack.read('.config/modelrack/config.jsonc')).connections.modelrack;
    expect(Object.keys(tools).toSorted()).toEqual(['continue', 'droid', 'opencode']);
  });

  it.each([
    ['OPENAI_BASE_URL', 'OPENAI_API_KEY'],
    ['LITELLM_PROXY_URL', 'LITELLM_MASTER_KEY'],
    ['ANTHROPIC_BASE_URL', 'ANTHROPIC_AUTH_TOKEN'],
  ])('offers the gateway of $%s with $%s', async (url, variable) => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write(opencode, '{}\n');
    const terminal = sit(rack, '', { [url]: gateway.url, [variable]: key });
    expect(await see(terminal, 'Which gateway?')).toContain(`❯ ${gateway.url}  (from $${url} with $${variable})`);
    expect(gateway.requests).toEqual([]);
    await terminal.press('Enter');
    await see(terminal, 'Which tools?');
  });

  it('finds a server on this machine, asks it without a key, and needs none', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      const isList = request.url === '/v1/models';
      response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' });
      response.end(isList ? '{"object":"list","data":[{"id":"qwen3:8b","object":"model"}]}' : '{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const rack = makeRack();
    rack.write(opencode, '{}\n');
    const terminal = sit(rack, '', { MODELRACK_LOCAL_PORTS: String(port), OPENAI_API_KEY: key });
    expect(await see(terminal, 'Which gateway?')).toContain(
      `❯ http://127.0.0.1:${port}/v1  (on this machine, 1 model, no key)`,
    );
    for (const question of ['Which gateway?', 'Which tools?', 'Which models?', 'Write these changes?']) {
      await see(terminal, question);
      await terminal.press('Enter');
    }
    await see(terminal, 'code 0');
    expect(seen.filter((header) => header !== undefined)).toEqual([]);
    expect(JSON.parse(rack.read('.config/modelrack/config.jsonc')).connections.modelrack.key).toEqual({ none: true });
  });

  it('goes back with Esc, step by step, and asks the same again', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write(opencode, '{}\n');
    const before = picture(rack.home);
    const terminal = sit(rack, '');
    await see(terminal, 'Which gateway?');
    await terminal.press('Enter');
    await see(terminal, 'Base URL of the gateway');
    await terminal.press('Escape');
    await see(terminal, /(?:Which gateway\?[^]*){2}/);
    await terminal.press('Enter');
    await see(terminal, /(?:Base URL of the gateway[^]*){2}/);
    await terminal.type(gateway.url);
    await terminal.press('Enter');
    await see(terminal, 'Key of the gateway');
    await terminal.type(key);
    await terminal.press('Enter');
    await see(terminal, 'Which tools?');
    await terminal.press('Enter');
    await see(terminal, 'Which models?');
    await terminal.press('Escape');
    await see(terminal, /(?:Which tools\?[^]*){2}/);
    await terminal.press('Enter');
    await see(terminal, /(?:Which models\?[^]*){2}/);
    await terminal.press('Enter');
    await see(terminal, 'Write these changes?');
    await terminal.press('Escape');
    await see(terminal, /(?:Which models\?[^]*){3}/);
    await terminal.press('Ctrl-C');
    expect(await see(terminal, 'code 130')).toContain('nothing was written');
    expect(picture(rack.home)).toEqual(before);
  });

  it('asks again for the gateway where nothing answers', async () => {
    const rack = makeRack();
    const terminal = sit(rack, '');
    await see(terminal, 'Which gateway?');
    await terminal.press('Enter');
    await see(terminal, 'Base URL of the gateway');
    await terminal.type('http://127.0.0.1:9');
    await terminal.press('Enter');
    await see(terminal, 'Key of the gateway');
    await terminal.type(key);
    await terminal.press('Enter');
    const screen = await see(terminal, /(?:Which gateway\?[^]*){2}/);
    expect(screen).toContain('error:');
    await terminal.press('Ctrl-C');
    await see(terminal, 'code 130');
    expect(picture(rack.home)).toEqual({});
  });

  it('keeps a choice by provider as globs, and the aliases by what they are not', async () => {
    const gateway = await openGateway({
      models: [{ id: 'lite' }, { id: 'a/one' }, { id: 'a/two' }, { id: 'b/three' }],
    });
    for (const { way, hasList, models, exclude } of [
      { way: 'by p', hasList: true, models: ['a/*'], exclude: [] },
      { way: 'the a', hasList: false, models: ['*'], exclude: ['*/*'] },
    ]) {
      const rack = makeRack();
      rack.write(opencode, '{}\n');
      const terminal = sit(rack, `setup --base-url ${gateway.url} --api-key-env ${keyVariable}`);
      await see(terminal, 'Which tools?');
      await terminal.press('Enter');
      await see(terminal, 'Which models?');
      await terminal.type(way);
      await terminal.press('Enter');
      if (hasList) {
        await see(terminal, 'a (2 models)');
        await terminal.press('Down');
        await terminal.type(' ');
        await terminal.press('Enter');
      }
      await see(terminal, 'Write these changes?');
      await terminal.press('Enter');
      await see(terminal, 'code 0');
      const { tools } = JSON.parse(rack.read('.config/modelrack/config.jsonc')).connections.modelrack;
      expect(tools.opencode).toEqual({ models, exclude });
    }
  });

  it('changes tools and models from the last question, and adds the MCP server there', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write(opencode, corp(gateway.baseUrl, `{env:${keyVariable}}`));
    const terminal = sit(rack, '');
    await see(terminal, 'Use it for opencode?');
    await terminal.press('Enter');
    await see(terminal, 'Write these changes?');
    await terminal.type('change the m');
    await terminal.press('Enter');
    await see(terminal, 'Which models?');
    await terminal.type('the a');
    await terminal.press('Enter');
    expect(await see(terminal, /(?:Write these changes\?[^]*){2}/)).toContain('3 of 8 chat models: the aliases');
    await terminal.type('also');
    await terminal.press('Enter');
    expect(await see(terminal, /(?:Write these changes\?[^]*){3}/)).toContain('the MCP server, for opencode');
    await terminal.press('Enter');
    await see(terminal, 'code 0');
    const written = JSON.parse(rack.read(opencode));
    expect(Object.keys(written.provider.modelrack.models)).toEqual(['lite', 'plus', 'ultra']);
    expect(written.mcp.modelrack.command).toContain('mcp');
  });

  it('switches a tool over only where its row is ticked, and says what it had', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    rack.write(opencode, '{}\n');
    rack.write('.codex/config.toml', 'model_provider = "azure"\n\n[model_providers.azure]\nname = "Azure"\n');
    const args = `setup --base-url ${gateway.url} --api-key-env ${keyVariable}`;
    const terminal = sit(rack, args);
    expect(await see(terminal, 'Which tools?')).toMatch(
      /◯ Codex CLI \(switches over; now: model_provider is "azure"\)$/m,
    );
    await terminal.press('Enter', 'Enter');
    expect(await see(terminal, 'Write these changes?')).toMatch(/^Left out +codex: model_provider is "azure"/m);
    await terminal.type('change the t');
    await terminal.press('Enter');
    await see(terminal, /(?:Which tools\?[^]*){2}/);
    await terminal.type('a');
    await terminal.press('Ctrl-C');
    await see(terminal, 'code 130');
    expect(rack.read('.codex/config.toml')).not.toContain('modelrack');
  });

  it('prints at most 60 lines before the last question, with nine tools and 350 models', async () => {
    const models = Array.from({ length: 350 }, (_, index) => ({
      id: `maker-${index % 9}/model-${index}`,
      ...(index % 3 === 0 ? {} : { context_window: 128_000 }),
    }));
    const gateway = await openGateway({ models });
    const rack = makeRack();
    makeNineTools(rack);
    const terminal = sit(rack, `setup --base-url ${gateway.url} --api-key-env ${keyVariable}`);
    await see(terminal, 'Which tools?');
    await terminal.press('Enter');
    await see(terminal, 'all 350 chat models');
    await terminal.press('Enter');
    const screen = await terminal.waitFor('Write these changes?', 60_000);
    const lines = screen.split('\n');
    expect(lines.findIndex((line) => line.includes('Write these changes?'))).toBeLessThanOrEqual(60);
    for (const tool of ['opencode', 'codex', 'claude-code', 'qwen-code', 'pi', 'continue', 'copilot', 'droid', 'crush'])
      expect(screen, tool).toMatch(new RegExp(`^${tool} `, 'm'));
    await terminal.press('Ctrl-C');
    await see(terminal, 'code 130');
  });
});
