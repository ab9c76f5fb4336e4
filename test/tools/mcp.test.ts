import { pngOf, sendChat, serveGateway, stubKey, type Seen, type StubGateway } from '@modelrack/client/testing';
import { startGateway } from '@modelrack/gateway';
import type { ServerResponse } from 'node:http';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { claudeCode } from './drivers/claude-code.ts';
import { codex } from './drivers/codex.ts';
import type { Driver } from './drivers/driver.ts';
import { opencode } from './drivers/opencode.ts';
import { findInstalled, keyVariable, openLab, type Lab } from './harness/lab.ts';
import { labFor } from './suite/lab-with-tool.ts';

const variables = { [keyVariable]: stubKey };

async function registered(driver: Driver): Promise<{ lab: Lab; stub: StubGateway }> {
  const stub = await serveGateway();
  onTestFinished(() => stub.close());
  // The routes of the other wires answer, so that the tool can be set up.
  for (const route of ['POST /messages', 'POST /responses'])
    stub.on(route, (_, response) => void response.writeHead(400).end('{}'));
  const lab = await labFor(driver);
  const flags = ['--base-url', stub.apiRoot, '--api-key-env', keyVariable, '--take-over', '--yes', '--mcp'];
  const result = await lab.modelrack(['setup', driver.tool, ...flags], { variables });
  expect(result.code, result.shown).toBe(0);
  return { lab, stub };
}

/** One call of a tool, then a word. */
function callOnce({ json }: Seen, response: ServerResponse, name: string): void {
  const messages = Array.isArray(json?.['messages']) ? json['messages'] : [];
  const isOffered = JSON.stringify(json?.['tools'] ?? []).includes(`"${name}"`);
  const isCalled = messages.some((message: { role?: string }) => message.role === 'tool');
  if (!isOffered || isCalled) return sendChat(response, ['It is painted.']);
  const call = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: '{"prompt":"a lighthouse"}' } };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (choice: object) =>
    response.write(`data: ${JSON.stringify({ id: 'c', model: 'lite', choices: [{ index: 0, ...choice }] })}\n\n`);
  send({ delta: { role: 'assistant', tool_calls: [call] } });
  send({ delta: {}, finish_reason: 'tool_calls' });
  response.end('data: [DONE]\n\n');
}

interface Agent {
  readonly driver: Driver;
  /** The name under which its model calls our tool. */
  readonly tool: string;
  readonly allow: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** What a person sees who lets an agent paint: its model calls for our tool, and a picture is in the folder of media. */
async function paintsFor({ driver, tool, allow, variables: more = {} }: Agent): Promise<void> {
  const gateway = await startGateway({ key: stubKey });
  onTestFinished(() => gateway.close());
  const lab = await labFor(driver);
  const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable, '--yes', '--mcp'];
  const result = await lab.modelrack(['setup', driver.tool, ...flags], { variables });
  expect(result.code, result.shown).toBe(0);
  const question = await driver.ask('lite', `demo:tool=${tool}`, lab);
  const run = await lab.run([...question, ...allow], { ...variables, ...more });
  expect(run.stdout, run.shown).toContain('The thread ends with the result of a tool.');
  const folder = lab.home.path('.local/share/modelrack/media');
  const [picture = ''] = existsSync(folder) ? readdirSync(folder) : [];
  expect(picture, run.shown).toMatch(/^image-.*\.png$/);
  expect(readFileSync(join(folder, picture)).subarray(0, 4).toString('latin1')).toBe('\x89PNG');
}

describe.skipIf(findInstalled('opencode') === undefined)('opencode', () => {
  test('connects to our server, and writes a picture when its model calls for one', async () => {
    const { lab, stub } = await registered(opencode);
    const listed = await lab.run(['mcp', 'list'], variables);
    expect(listed.shown).toMatch(/✓.*modelrack.*connected/);
    stub.on('POST /chat/completions', (seen, response) => callOnce(seen, response, 'modelrack_image_generate'));
    const result = await lab.run(['run', '-m', 'modelrack/lite', 'paint a lighthouse'], variables);
    expect(result.stdout, result.shown).toContain('It is painted.');
    const answer =
      stub.requests.map(({ json }) => JSON.stringify(json ?? '')).findLast((text) => text.includes('image-')) ?? '';
    const [path = ''] = /\/[^"\\]*\/media\/image-[\d-]+\.png/.exec(answer) ?? [];
    expect(readFileSync(path)).toEqual(pngOf(8, 8));
    expect(path.startsWith(lab.home.path('.local/share/modelrack/media'))).toBe(true);
  });
});

describe.skipIf(findInstalled('claude-code') === undefined)('Claude Code', () => {
  test('connects to our server', async () => {
    const { lab } = await registered(claudeCode);
    const listed = await lab.run(['mcp', 'list'], variables);
    expect(listed.shown).toMatch(/modelrack: .*modelrack\.js mcp.*(?:✔|✓).*[Cc]onnected/);
  });

  // Its own search of tools would come first: it is about the call.
  test('writes a picture when its model calls for one, once our server is allowed', () =>
    paintsFor({
      driver: claudeCode,
      tool: 'mcp__modelrack__image_generate',
      allow: ['--allowedTools', 'mcp__modelrack'],
      variables: { ENABLE_TOOL_SEARCH: 'false' },
    }));
});

describe.skipIf(findInstalled('codex') === undefined)('Codex CLI', () => {
  test('lists our server, with the variables that it is to pass on', async () => {
    const { lab } = await registered(codex);
    const listed = await lab.run(['mcp', 'list', '--json'], variables);
    expect(listed.code, listed.shown).toBe(0);
    const servers: unknown = JSON.parse(listed.stdout);
    expect(servers).toMatchObject([
      {
        name: 'modelrack',
        enabled: true,
        transport: { type: 'stdio', env_vars: expect.arrayContaining([keyVariable]) },
      },
    ]);
  });

  // Nothing is approved unasked: it is the user who says so, here for one run.
  test('writes a picture when its model calls for one, once our server is approved', () =>
    paintsFor({
      driver: codex,
      // In a namespace of the server's.
      tool: 'image_generate',
      allow: ['-c', 'mcp_servers.modelrack.default_tools_approval_mode="approve"'],
    }));
});

describe.skipIf(findInstalled('mcp-inspector') === undefined)('MCP Inspector', () => {
  test('lists and calls every tool', async () => {
    const stub = await serveGateway();
    const lab = await openLab('mcp-inspector');
    onTestFinished(async () => {
      await lab.close();
      await stub.close();
    });
    const flags = ['--base-url', stub.apiRoot, '--api-key-env', keyVariable, '--yes'];
    await lab.modelrack(['setup', 'opencode', ...flags], { variables });
    const server = [process.execPath, inject('command'), 'mcp'];
    const passed = ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', keyVariable];
    const environment = lab.home.variables(variables);
    const env = passed.flatMap((name) => ['-e', `${name}=${environment[name]}`]);
    const ask = async (...args: readonly string[]) => {
      const result = await lab.run(['--cli', ...env, ...server, ...args], variables);
      expect(result.code, result.shown).toBe(0);
      return JSON.parse(result.stdout);
    };
    const { tools } = await ask('--method', 'tools/list');
    const calls: Record<string, readonly string[]> = {
      list_models: ['filter=flux'],
      pick_model: ['query=son'],
      chat: ['prompt=Hi'],
      image_generate: ['prompt=a lighthouse', 'n=2'],
      video_create: ['prompt=waves'],
      video_status: ['id=video_1'],
      video_wait: ['id=video_1'],
      video_download: ['id=video_1'],
      speech: ['text=Hello', 'filename=hello'],
      transcribe: [`path=${lab.home.path('.local/share/modelrack/media/hello.mp3')}`],
      embed: ['input=Hello'],
    };
    expect(tools.map(({ name }: { name: string }) => name).toSorted()).toEqual(Object.keys(calls).toSorted());
    for (const [name, args] of Object.entries(calls)) {
      const flagsOf = args.flatMap((arg) => ['--tool-arg', arg]);
      const answer = await ask('--method', 'tools/call', '--tool-name', name, ...flagsOf);
      // It ends with 0 whatever a tool answers.
      expect(answer.isError, JSON.stringify(answer)).not.toBe(true);
      expect(answer.structuredContent).toEqual(JSON.parse(answer.content[0].text));
    }
  });
});
