import { startBridge, startGateway, type RunningGateway } from '@modelrack/gateway';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeHome } from './harness/home.ts';
import { findInstalled } from './harness/lab.ts';
import { runProgram } from './harness/run-tool.ts';

const installed = findInstalled('llmprobe');
const key = 'sk-rack-test-5e1f09';

/** What it wrote down: for each surface, how many of the claims that start with MUST hold. */
interface Report {
  readonly conformance: {
    readonly bySurface: readonly { readonly surface: string; readonly passed: number; readonly total: number }[];
  };
}

let native: RunningGateway;
let chatOnly: RunningGateway;
let bridge: RunningGateway;

beforeAll(async () => {
  native = await startGateway({ key });
  chatOnly = await startGateway({ key, wires: ['chat'] });
  bridge = await startBridge({ baseUrl: chatOnly.baseUrl });
});
afterAll(() => Promise.all([bridge.close(), chatOnly.close(), native.close()]));

async function probe(gateway: RunningGateway, model: string): Promise<Report> {
  const home = await makeHome(installed === undefined ? [] : [installed]);
  onTestFinished(() => home.close());
  // In full it also asks for a cache of prompts, which nobody needs who makes answers up.
  const depth = model === 'demo/chat' ? [] : ['--full'];
  const flags = [...depth, '--no-bench', '--no-save', '--no-color', '--save', home.path('report.json')];
  const args = [gateway.baseUrl, '-k', key, '-m', model, ...flags];
  const result = await runProgram(installed?.bin ?? '', args, { home, milliseconds: 240_000 });
  const report = await home.read('report.json');
  if (report === undefined) throw new Error(result.shown);
  return JSON.parse(report);
}

/** It asks one model for everything; a model is judged by what it is for. */
const surfaces = {
  'demo/chat': ['models', 'chat', 'responses', 'messages', 'count-tokens'],
  'demo/embed': ['embeddings'],
  'demo/image': ['images'],
  'demo/tone': ['audio-speech'],
};

describe.skipIf(!installed)(`llmprobe ${installed?.version ?? 'is not here'}`, () => {
  describe.each(['natively', 'through a bridge'])('%s', (way) => {
    test.each(Object.entries(surfaces))('%s has all that a server must have', async (model, wanted) => {
      const { conformance } = await probe(way === 'natively' ? native : bridge, model);
      const judged = conformance.bySurface.filter(({ surface }) => wanted.includes(surface));
      expect(judged.map(({ surface }) => surface).toSorted()).toEqual(wanted.toSorted());
      for (const { passed, surface, total } of judged)
        expect(`${surface} ${passed}/${total}`).toBe(`${surface} ${total}/${total}`);
    });
  });
});
