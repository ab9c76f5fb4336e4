import { startGateway, type GatewayOptions, type ModelRow } from '@modelrack/gateway';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../drivers/driver.ts';
import { brokenAlias } from '../upstreams/broken-alias.ts';
import { openChatUpstream, type ChatQuestion } from '../upstreams/chat-upstream.ts';
import { keyVariable, models, type Lab } from '../harness/lab.ts';
import { openBridge } from '../upstreams/open-bridge.ts';
import type { RunResult } from '../harness/run-tool.ts';
import { labFor } from './lab-with-tool.ts';

/** What has to be known of a tool to have it call others. */
export interface Caller {
  readonly driver: Driver;
  /** Its shell: the name, and the input that prints `made-42`. */
  readonly shell: { readonly name: string; readonly input: object };
  /** Flags that let it run what is called here. */
  readonly allow: readonly string[];
  /** What it says of a thread that is too long. */
  readonly overflow: string;
  /** Writes the MCP server `house` into its file. */
  addServer(lab: Lab): Promise<void>;
}

const row = { id: 'lite', context_window: 128_000 };

async function setUpAt({ driver }: Caller, lab: Lab, baseUrl: string): Promise<void> {
  const flags = ['--base-url', baseUrl, '--api-key-env', keyVariable, '--yes'];
  const result = await lab.modelrack(['setup', driver.tool, ...flags]);
  expect(result.code, result.shown).toBe(0);
}

async function ask({ driver, allow }: Caller, lab: Lab, [model, question]: [string, string]): Promise<RunResult> {
  return lab.run([...(await driver.ask(model, question, lab)), ...allow]);
}

/** The tool that is to be called next, until all of `wanted` have been; then what came of it, in words. */
function followScript({ messages, tools }: ChatQuestion, wanted: Readonly<Record<string, object>>) {
  const results = messages.filter(({ role }) => role === 'tool');
  const names = Object.keys(wanted).filter((name) => tools.includes(name));
  const name = names[results.length];
  const input = name === undefined ? undefined : wanted[name];
  if (name === undefined || input === undefined)
    return { text: `It said: ${results.map(({ content }) => content).join(' / ')}` };
  return { tool: name, input };
}

/** Calls of tools through a bridge: the shell, and a tool of an MCP server. */
function testCalls(caller: Caller): void {
  const { driver, shell } = caller;

  test('runs a command for a model of a gateway with chat completions only', async () => {
    const lab = await labFor(driver);
    const upstream = await openChatUpstream([row], (question) => followScript(question, { [shell.name]: shell.input }));
    onTestFinished(() => upstream.close());
    await setUpAt(caller, lab, await openBridge(lab, upstream.baseUrl));
    const result = await ask(caller, lab, ['lite', 'run it']);
    expect(result.stdout, result.shown).toMatch(/It said: [^]*made-42/);
    expect(upstream.questions.map(({ authorization, model }) => ({ authorization, model }))).toEqual(
      Array.from({ length: 2 }, () => ({ authorization: `Bearer ${lab.gateway.key}`, model: 'lite' })),
    );
  });

  test('calls a tool of an MCP server for such a model', async () => {
    const lab = await labFor(driver);
    const wanted = {
      ToolSearch: { query: 'select:mcp__house__add_numbers', max_results: 5 },
      mcp__house__add_numbers: { left: 2, right: 3 },
    };
    const upstream = await openChatUpstream([row], (question) => followScript(question, wanted));
    onTestFinished(() => upstream.close());
    await setUpAt(caller, lab, await openBridge(lab, upstream.baseUrl));
    await caller.addServer(lab);
    const result = await ask(caller, lab, ['lite', 'add them']);
    expect(result.stdout, result.shown).toMatch(/It said: [^]*sum: 5/);
  });
}

/** The demo, whose model turns out to hold less than the tool was told. */
interface Demo {
  readonly baseUrl: string;
  shrink(): void;
  /** How many questions arrived. */
  asked(): number;
}

async function openDemo(options: Pick<GatewayOptions, 'wires'>): Promise<Demo> {
  let rows: readonly ModelRow[] = [models.lite];
  let asked = 0;
  const gateway = await startGateway({
    key: 'sk-rack-test-5e1f09',
    models: () => rows,
    observe: ({ method, body }) => {
      if (method === 'POST' && body !== null && typeof body === 'object' && 'model' in body) asked += 1;
    },
    ...options,
  });
  onTestFinished(() => gateway.close());
  return {
    baseUrl: gateway.baseUrl,
    shrink: () => (rows = [{ ...models.lite, context_window: 1024 }]),
    asked: () => asked,
  };
}

/** The same natively and through a bridge. */
export function testOverWires(caller: Caller): void {
  const { driver, overflow } = caller;

  describe.each(['natively', 'through a bridge'])('%s', (way) => {
    const open = async (lab: Lab) => {
      const demo = await openDemo(way === 'natively' ? {} : { wires: ['chat'] });
      return { ...demo, baseUrl: way === 'natively' ? demo.baseUrl : await openBridge(lab, demo.baseUrl) };
    };

    test('is answered', async () => {
      const lab = await labFor(driver);
      await setUpAt(caller, lab, (await open(lab)).baseUrl);
      const result = await ask(caller, lab, ['lite', 'hi']);
      expect(result.stdout, result.shown).toContain('This is a demo answer');
    });

    test('has a tool run and is told its result', async () => {
      const lab = await labFor(driver);
      await setUpAt(caller, lab, (await open(lab)).baseUrl);
      const result = await ask(caller, lab, ['lite', `demo:tool=${caller.shell.name}`]);
      expect(result.stdout, result.shown).toContain('The thread ends with the result of a tool.');
    });

    test('is answered by the next of an alias where the first is gone', async () => {
      const lab = await labFor(driver);
      const wires: Pick<GatewayOptions, 'wires'> = way === 'natively' ? {} : { wires: ['chat'] };
      const gateway = await startGateway({ key: 'sk-rack-test-5e1f09', config: brokenAlias, ...wires });
      onTestFinished(() => gateway.close());
      await setUpAt(caller, lab, way === 'natively' ? gateway.baseUrl : await openBridge(lab, gateway.baseUrl));
      const result = await ask(caller, lab, ['lite', 'hi']);
      expect(result.stdout, result.shown).toMatch(/Asked for: lite · served by: demo\/chat/);
    });

    test('says in its own words, at the first request, that a thread is too long', async () => {
      const lab = await labFor(driver);
      const demo = await open(lab);
      await setUpAt(caller, lab, demo.baseUrl);
      demo.shrink();
      const result = await ask(caller, lab, ['lite', 'hi']);
      expect(result.shown).toContain(overflow);
      // The bridge knows the window from the list: what cannot fit does not even reach the gateway.
      expect(demo.asked(), result.shown).toBe(way === 'natively' ? 1 : 0);
    });
  });

  testCalls(caller);
}
