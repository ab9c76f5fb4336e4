import type { Model } from '@modelrack/catalog';
import { describe, expect, test } from 'vitest';
import { toolModel } from './tool-model.ts';

function modelWith(limits: Pick<Model, 'contextWindow' | 'maxOutput'>): Model {
  return {
    id: 'm',
    form: 'full',
    kind: 'chat',
    name: 'M',
    provider: undefined,
    resolvesTo: [],
    deprecated: false,
    ...limits,
  };
}

describe('the output limit', () => {
  test.each([
    ['nothing known', undefined, undefined, undefined, undefined],
    ['no window', undefined, 5000, 5000, 5000],
    ['none stated', 100_000, undefined, 25_000, undefined],
    ['none stated, large window', 1_000_000, undefined, 32_000, undefined],
    ['small enough', 131_072, 65_536, 65_536, 65_536],
    ['as large as a small window', 32_768, 32_768, 8192, 8192],
    ['below 128,000: a quarter', 127_999, 100_000, 31_999, 31_999],
    ['from 128,000 on: the half', 128_000, 100_000, 64_000, 64_000],
    ['as large as a large window', 1_000_000, 1_000_000, 500_000, 500_000],
    ['a tiny window', 2, 2, 1, 1],
  ])('%s', (_, contextWindow, maxOutput, outputLimit, statedOutput) => {
    expect(toolModel(modelWith({ contextWindow, maxOutput }), 'M')).toMatchObject({ outputLimit, statedOutput });
  });
});

test('holds nothing but what tools may write', () => {
  const model = { ...modelWith({ contextWindow: 1000, maxOutput: undefined }), vision: true };
  expect(toolModel(model, 'Mine')).toEqual({
    id: 'm',
    label: 'Mine',
    contextWindow: 1000,
    outputLimit: 250,
    statedOutput: undefined,
    vision: true,
  });
});
