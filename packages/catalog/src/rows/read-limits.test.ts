import { describe, expect, it } from 'vitest';
import { readModelList } from '@modelrack/catalog';

const read = (fields: object) => readModelList([{ id: 'a', ...fields }]).models.get('a');

describe('the context window', () => {
  it.each<[unknown, number | undefined]>([
    [131072, 131072],
    [448, 448],
    ['131072', 131072],
    [' 131072 ', 131072],
    ['128k', 128000],
    ['128K', 128000],
    ['1M', 1000000],
    ['1.5m', 1500000],
    ['0', undefined],
    ['-1', undefined],
    ['1e6', undefined],
    ['0x10', undefined],
    ['131,072', 131072],
    ['1_000_000', 1000000],
    ['128K tokens', 128000],
    ['1,5', undefined],
    ['128 thousand', undefined],
    ['1.5', undefined],
    ['', undefined],
    [0, undefined],
    [-1, undefined],
    [4096.5, undefined],
    [1e300, undefined],
    [null, undefined],
    [true, undefined],
    [[4096], undefined],
    [{}, undefined],
  ])('stated as %j is %j', (value, expected) => {
    expect(read({ context_window: value })?.contextWindow).toBe(expected);
  });

  it.each<[object]>([
    [{ context_length: 7 }],
    [{ max_context_length: 7 }],
    [{ loaded_context_length: 7 }],
    [{ max_model_len: 7 }],
    [{ max_input_tokens: 7 }],
    [{ inputTokenLimit: 7 }],
    [{ num_ctx: 7 }],
    [{ limits: { max_input_tokens: 7 } }],
    [{ limit: { context: 7 } }],
    [{ top_provider: { context_length: 7 } }],
    [{ model_info: { max_input_tokens: 7 } }],
    [{ meta: { n_ctx: 7, n_ctx_train: 9 } }],
    [{ meta: { n_ctx_train: 7 } }],
    [{ model_info: { 'general.architecture': 'x', 'x.context_length': 7, 'clip.context_length': 3 } }],
    [{ model_info: { 'x.context_length': 7 } }],
    [{ parameters: 'stop "x"\nnum_ctx 7\ntop_k 1' }],
    [{ parameters: { num_ctx: 7 } }],
    [
      {
        providers: [
          { status: 'live', context_length: 9 },
          { context_length: 7 },
          { status: 'error', context_length: 3 },
        ],
      },
    ],
    [
      {
        loaded_instances: [
          { id: 'a', config: { context_length: 7 } },
          { id: 'a:2', config: { context_length: 3 } },
        ],
      },
    ],
    [{ context_window: 9, context_length: 8, max_model_len: 7, max_tokens: 3 }],
  ])('is found in %j', (fields) => {
    expect(read(fields)?.contextWindow).toBe(7);
  });

  it.each<[object]>([
    [{ max_tokens: 7 }],
    [{ model_info: { max_tokens: 7 } }],
    [{ max_output_tokens: 7 }],
    [{ meta: null }],
  ])('is not found in %j', (fields) => expect(read(fields)?.contextWindow).toBeUndefined());

  it('of an adapter is that of its parent', () => {
    const rows = [
      { id: 'c', parent: 'b', max_model_len: null },
      { id: 'b', parent: 'a' },
      { id: 'a', max_model_len: 7 },
      { id: 'own', parent: 'a', max_model_len: 5 },
      { id: 'x', parent: 'y' },
      { id: 'y', parent: 'x' },
      { id: 'z', parent: 'gone' },
    ];
    const { models } = readModelList(rows);
    const windows = Object.fromEntries([...models.values()].map(({ id, contextWindow }) => [id, contextWindow]));
    expect(windows).toEqual({ a: 7, b: 7, c: 7, own: 5, x: undefined, y: undefined, z: undefined });
  });
});

describe('the output limit', () => {
  it.each<[object, number | undefined]>([
    [{ max_output_tokens: 7 }, 7],
    [{ max_completion_tokens: 7 }, 7],
    [{ outputTokenLimit: 7 }, 7],
    [{ top_provider: { max_completion_tokens: 7 } }, 7],
    [{ limits: { max_output_tokens: 7 } }, 7],
    [{ limit: { output: 7 } }, 7],
    [{ model_info: { max_output_tokens: 7 } }, 7],
    [{ max_tokens: 7 }, undefined],
    [{ max_tokens: 7, context_window: 9 }, 7],
    [{ max_tokens: 7, max_output_tokens: 8, context_window: 9 }, 8],
    [{ max_output_tokens: 70, context_window: 9 }, 9],
    [{ max_output_tokens: 0, context_window: 9 }, undefined],
    [{ max_output_tokens: 7, type: 'embedding' }, undefined],
  ])('of %j is %j', (fields, expected) => {
    expect(read(fields)?.maxOutput).toBe(expected);
  });
});

describe('abilities', () => {
  it.each<[object, object]>([
    [{}, { tools: undefined, reasoning: undefined, vision: undefined }],
    [{ supported_parameters: ['tools'] }, { tools: true, reasoning: false }],
    [{ supported_parameters: [] }, { tools: undefined, reasoning: undefined }],
    [{ capabilities: ['tools', 'vision', 'thinking'] }, { tools: true, reasoning: true, vision: true }],
    [
      { capabilities: { function_calling: false, vision: false, reasoning: true } },
      { tools: false, reasoning: true, vision: false },
    ],
    [
      { capabilities: { thinking: { supported: false }, image_input: { supported: true } } },
      { reasoning: false, vision: true },
    ],
    [{ providers: [{ supports_tools: false }, { supports_tools: true }] }, { tools: true }],
    [{ providers: [{ tools: false, vision: false }] }, { tools: false, vision: false }],
    [{ architecture: { modality: 'text+image->text' } }, { vision: true }],
    [{ input_modalities: ['text'] }, { vision: false }],
    [{ type: 'vlm' }, { vision: true }],
    [
      { supports_vision: null, supports_reasoning: 'yes' },
      { reasoning: undefined, vision: undefined },
    ],
    [{ reasoning: { mandatory: false } }, { reasoning: true }],
  ])('of %j are %j', (fields, expected) => {
    expect(read(fields)).toMatchObject(expected);
  });
});
