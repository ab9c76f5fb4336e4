import { pngOf } from '@modelrack/client/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Driver } from './drivers/driver.ts';
import { droid } from './drivers/droid.ts';
import { opencode } from './drivers/opencode.ts';
import { pi } from './drivers/pi.ts';
import { qwenCode } from './drivers/qwen-code.ts';
import { findInstalled, keyVariable, type Lab } from './harness/lab.ts';
import { labFor } from './suite/lab-with-tool.ts';
import { openChatUpstream, type ChatAnswer, type ChatQuestion, type ChatUpstream } from './upstreams/chat-upstream.ts';
import { openLiteLlm } from './upstreams/open-litellm.ts';

/** What a model can and costs stands nowhere but at `/v1/model/info`. */
const viewer = {
  name: 'team-viewer',
  info: {
    mode: 'chat',
    max_input_tokens: 131_072,
    max_output_tokens: 8192,
    supports_vision: true,
    supports_function_calling: true,
    input_cost_per_token: 0.000003,
    output_cost_per_token: 0.000015,
  },
};

interface Viewer {
  readonly driver: Driver;
  /** Arguments of a question about a picture in the project. */
  ask(picture: string): readonly string[];
  /** The tool by which its model looks at a file, where a question cannot carry one. */
  readonly looks?: { readonly tool: string; input(picture: string): object };
}

const viewers: readonly Viewer[] = [
  { driver: opencode, ask: (picture) => ['run', '-m', 'modelrack/team-viewer', 'what is it?', '-f', picture] },
  { driver: pi, ask: (picture) => ['-p', '--model', 'modelrack/team-viewer', `@${picture}`, 'what is it?'] },
  { driver: qwenCode, ask: () => ['-m', 'team-viewer', '-p', 'what is @picture.png ?'] },
  {
    driver: droid,
    ask: () => ['exec', '-m', 'custom:team-viewer', 'look at it'],
    looks: { tool: 'Read', input: (picture) => ({ file_path: picture }) },
  },
];

async function openProxied({ driver, looks }: Viewer): Promise<{ lab: Lab; upstream: ChatUpstream; picture: string }> {
  const lab = await labFor(driver);
  const picture = join(lab.home.project, 'picture.png');
  writeFileSync(picture, pngOf(8, 8));
  const answer = ({ messages, tools }: ChatQuestion): ChatAnswer => {
    const isSeen = messages.some(({ role }) => role === 'tool');
    if (looks === undefined || isSeen || !tools.includes(looks.tool)) return { text: 'It is a picture.' };
    return { tool: looks.tool, input: looks.input(picture) };
  };
  const upstream = await openChatUpstream([], answer);
  onTestFinished(() => upstream.close());
  const baseUrl = await openLiteLlm(lab, upstream.baseUrl, [viewer]);
  const flags = ['--base-url', baseUrl, '--api-key-env', keyVariable, '--yes'];
  const result = await lab.modelrack(['setup', driver.tool, ...flags]);
  expect(result.code, result.shown).toBe(0);
  return { lab, upstream, picture };
}

const isHere = findInstalled('litellm') !== undefined;

describe.skipIf(!isHere).each(viewers.filter(({ driver }) => findInstalled(driver.tool)))('$driver.tool', (viewing) => {
  test('shows an image to a model of which LiteLLM tells elsewhere that it sees', async () => {
    const { lab, upstream, picture } = await openProxied(viewing);
    const result = await lab.run(viewing.ask(picture));
    expect(result.code, result.shown).toBe(0);
    const sent = JSON.stringify(upstream.questions.map(({ messages }) => messages));
    expect(sent, result.shown).toContain('data:image/');
  });
});

describe.skipIf(!isHere || !findInstalled('opencode'))('modelrack', () => {
  test('tells of a model what LiteLLM tells of it elsewhere', async () => {
    const { lab } = await openProxied({ driver: opencode, ask: () => [] });
    const listed = await lab.modelrack(['list', '--json']);
    expect(JSON.parse(listed.stdout)).toMatchObject({
      models: [
        {
          id: 'team-viewer',
          contextWindow: 131_072,
          vision: true,
          tools: true,
          price: { input: 3, output: 15 },
        },
      ],
    });
  });
});
