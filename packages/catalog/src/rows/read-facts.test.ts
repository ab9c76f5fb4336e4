import { describe, expect, it } from 'vitest';
import { readModelList } from '@modelrack/catalog';
import { readFixture } from '../testing/serve-lists.ts';

const read = (fields: object) => readModelList([{ id: 'a', ...fields }]).models.get('a');
/** What a list of the fixtures gives of its models, as far as it is stated. */
const pricesOf = (name: string) =>
  [...readModelList(readFixture(name)).models.values()].flatMap(({ id, price }) => (price ? [[id, price]] : []));

describe('the price, in dollars per million tokens', () => {
  it.each<[string, unknown]>([
    ['openrouter.json', ['anthropic/claude-opus-5.5', { input: 3, output: 15, cacheRead: 0.3 }]],
    ['openrouter.json', ['qwen/qwen3.8-27b:free', { input: 0, output: 0 }]],
    ['vercel-ai-gateway.json', ['anthropic/claude-sonnet-5', { input: 3, output: 15, cacheRead: 0.3 }]],
    ['llmgateway.json', ['gpt-5.4', { input: 1, output: 4 }]],
    ['requesty.json', ['anthropic/claude-sonnet-5', { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }]],
    ['together.json', ['deepseek-ai/DeepSeek-V4', { input: 0.6, output: 1.7 }]],
    ['huggingface-router.json', ['openai/gpt-oss-120b', { input: 0.25, output: 0.69 }]],
    ['cloudflare-ai-gateway.json', ['openai/gpt-5.4-mini', { input: 0.25, output: 2 }]],
    ['xai-language-models.json', ['grok-4.7', { input: 2, output: 10, cacheRead: 0.5 }]],
    ['deepinfra.json', ['acme/coder-480b', { input: 0.4, output: 1.6 }]],
    ['openrouter-provider.json', ['acme/small', { input: 0.1, output: 0.2 }]],
  ])('in %s', (name, expected) => expect(pricesOf(name)).toContainEqual(expected));

  it.each<[string, string]>([
    ['openrouter.json', 'openrouter/auto'],
    ['requesty.json', 'policy/cheap-first'],
    ['together.json', 'black-forest-labs/FLUX.2-pro'],
    // One that answers has another price, or none.
    ['huggingface-router.json', 'zai-org/GLM-5.2'],
    ['cloudflare-ai-gateway.json', 'workers-ai/@cf/openai/whisper'],
    // Two deployments, two prices.
    ['litellm-model-info.json', 'team-coder'],
    ['vercel-ai-gateway.json', 'voyage/voyage-4'],
  ])('of %s leaves %s open', (name, id) => expect(pricesOf(name).map(([known]) => known)).not.toContain(id));

  it.each<[object, object | undefined]>([
    [{ pricing: { prompt: '3e-7', completion: '0.0000009' } }, { input: 0.3, output: 0.9 }],
    [{ pricing: { prompt: '$0.00000055', completion: '$0.00000219' } }, { input: 0.55, output: 2.19 }],
    [{ pricing: { input: { usd: 0.7 }, output: { usd: 2.8 } } }, { input: 0.7, output: 2.8 }],
    [{ model_spec: { pricing: { input: { usd: 0.7 }, output: { usd: 2.8 } } } }, { input: 0.7, output: 2.8 }],
    [
      { cost: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 } },
      { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    ],
    [{ pricing: { inputPerMillion: '3', outputPerMillion: '15' } }, { input: 3, output: 15 }],
    [{ pricing: { input_per_1k_tokens: 0.003, output_per_1k_tokens: 0.015 } }, { input: 3, output: 15 }],
    [
      { inputPrice: 0.000003, outputPrice: 0.000015 },
      { input: 3, output: 15 },
    ],
    [{ pricing: { input: 0.5, output: 1.5, currency: 'USD' } }, { input: 0.5, output: 1.5 }],
    [{ pricing: { input_token: 0.5, output_token: 1.5, currency: 'EUR' } }, undefined],
    [{ pricing: { prompt: '3', completion: '15' } }, undefined],
    [{ pricing: { prompt: '0.000003' } }, undefined],
    [{ pricing: { prompt: '-1', completion: '-1' } }, undefined],
    [{ pricing: { input: 0, output: 0 } }, undefined],
    [{ pricing: { input: 3, output: 0 } }, undefined],
    [{ pricing: { prompt: '0', completion: '0', input_cache_read: '0' } }, { input: 0, output: 0, cacheRead: 0 }],
    [{ pricing: { prompt: '0.000003', completion: '0.000015', input_cache_read: '0' } }, { input: 3, output: 15 }],
    [{ pricing: { prompt: 'free', completion: 'free' } }, undefined],
    [{ pricing: null }, undefined],
    [{ input_cost_per_token: 0, output_cost_per_token: 0 }, undefined],
  ])('of %j is %j', (fields, expected) => expect(read(fields)?.price).toEqual(expected));

  it('of two rows with one id counts only if it is the same in both', () => {
    const rows = (...prices: string[]) =>
      prices.map((prompt) => ({ id: 'a', pricing: { prompt, completion: prompt } }));
    const priceOf = (list: object[]) => readModelList(list).models.get('a')?.price;
    expect(priceOf(rows('1e-6', '1e-6'))).toEqual({ input: 1, output: 1 });
    expect(priceOf(rows('1e-6', '2e-6', '1e-6'))).toBeUndefined();
    expect(priceOf([...rows('1e-6'), { id: 'a' }])).toBeUndefined();
  });
});

describe('the levels of reasoning', () => {
  it.each<[object, object]>([
    [{}, { efforts: undefined, takesEffort: undefined }],
    // The highest comes first there.
    [
      { reasoning: { supported_efforts: ['max', 'high', 'low', 'none'], default_effort: 'high', mandatory: true } },
      {
        efforts: ['none', 'low', 'high', 'max'],
        defaultEffort: 'high',
        effortMandatory: true,
        takesEffort: true,
        reasoning: true,
      },
    ],
    [{ reasoning: { supported_efforts: null } }, { efforts: undefined, takesEffort: true, reasoning: true }],
    [
      { capabilities: { reasoning_effort: ['high', 'low'], default_reasoning_effort: 'low' } },
      { efforts: ['low', 'high'], defaultEffort: 'low', reasoning: true },
    ],
    [{ capabilities: { reasoning_effort: [], default_reasoning_effort: '' } }, { efforts: [], reasoning: false }],
    [
      {
        capabilities: {
          effort: { supported: true, high: { supported: true }, low: { supported: true }, max: { supported: false } },
        },
      },
      { efforts: ['low', 'high'] },
    ],
    [
      { capabilities: { reasoning: { allowed_options: ['off', 'on'], default: 'on' } } },
      { efforts: [], defaultEffort: undefined, takesEffort: false, reasoning: true },
    ],
    [
      { reasoningEfforts: ['medium', 'low'], defaultReasoningEffort: 'medium' },
      { efforts: ['low', 'medium'], defaultEffort: 'medium' },
    ],
    [
      { supported_reasoning_levels: [{ effort: 'high' }, { effort: 'low' }], default_reasoning_level: 'low' },
      { efforts: ['low', 'high'], defaultEffort: 'low' },
    ],
    [{ metadata: { reasoning_effort: { low: true, medium: false, high: true } } }, { efforts: ['low', 'high'] }],
    [{ efforts: ['turbo', 'low', '__proto__', '{x}', 7] }, { efforts: ['low', 'turbo'] }],
    // A default that is none of the levels says nothing.
    [{ efforts: ['low'], default_effort: 'high' }, { defaultEffort: undefined }],
    [{ supported_parameters: ['reasoning', 'max_tokens'] }, { efforts: undefined, takesEffort: true, reasoning: true }],
    [{ supported_parameters: ['include_reasoning', 'max_tokens'] }, { takesEffort: false, reasoning: true }],
    [{ model_info: { supported_openai_params: ['reasoning_effort'] } }, { takesEffort: true }],
    [{ supports_reasoning: true }, { takesEffort: undefined, reasoning: true }],
    [{ model_spec: { capabilities: { supportsReasoningEffort: true } } }, { takesEffort: true }],
  ])('in %j are %j', (fields, expected) => expect(read(fields)).toMatchObject(expected));
});

describe('what else a row states', () => {
  it.each<[object, object]>([
    [{ architecture: { input_modalities: ['text', 'image', 'file'] } }, { inputs: ['image', 'pdf'], vision: true }],
    [{ input_modalities: ['text', 'file'] }, { inputs: ['pdf'], vision: false }],
    // Any file, perhaps.
    [{ supported_input_modalities: ['text', 'file'] }, { inputs: [] }],
    [{ inputModalities: ['TEXT', 'Image', 'AUDIO'] }, { inputs: ['image', 'audio'], vision: true }],
    [{ model_info: { supports_pdf_input: true, supports_audio_input: true } }, { inputs: ['pdf', 'audio'] }],
    [
      { capabilities: { pdf_input: { supported: true }, image_input: { supported: true } } },
      { inputs: ['image', 'pdf'] },
    ],
    [{ supports_vision: true }, { inputs: ['image'] }],
    [{ supports_vision: false }, { inputs: undefined }],
    [{ pipeline_tag: 'image-text-to-text' }, { kind: 'chat', vision: true }],
    [{ supported_parameters: ['structured_outputs', 'stop'] }, { structured: true, temperature: false }],
    [{ supported_parameters: ['temperature', 'max_tokens'] }, { structured: false, temperature: undefined }],
    // A list of features, and none of parameters.
    [{ supported_parameters: ['tools'] }, { temperature: undefined }],
    [{ supported_sampling_parameters: [] }, { temperature: undefined }],
    [{ supported_features: ['structured_outputs', 'function_calling'] }, { structured: true, tools: true }],
    [{ model_info: { supports_response_schema: true } }, { structured: true }],
    [{ temperature: false }, { temperature: false }],
    [{ temperature: 0.7 }, { temperature: undefined }],
  ])('in %j is %j', (fields, expected) => expect(read({ ...fields })).toMatchObject(expected));
});

describe('limits in other words', () => {
  it.each<[object, number | undefined, number | undefined]>([
    [{ contextWindow: '128K', maxOutputTokens: '8,192' }, 128_000, 8192],
    [{ spec: { maxContextLength: 9, max_completion_length: 7 } }, 9, 7],
    [{ capabilities: { limits: { max_context_window_tokens: 9, max_output_tokens: 7 } } }, 9, 7],
    [{ limits: { context: 9, output: 7 } }, 9, 7],
    [{ metadata: null, info: { contextSize: 9 } }, 9, undefined],
    [{ context: 9 }, 9, undefined],
    // What was used, and what may be used in a minute, are no limits of a request.
    [{ input_tokens: 9, output_tokens: 7, limits: { tokens_per_minute: 5 } }, undefined, undefined],
    [{ default_parameters: { max_tokens: 5 }, per_request_limits: { prompt_tokens: 5 } }, undefined, undefined],
  ])('%j', (fields, contextWindow, maxOutput) => {
    expect(read(fields)).toMatchObject({ contextWindow, maxOutput });
  });
});

describe('a model that cannot be called', () => {
  it.each<[object, boolean]>([
    [{ is_ready: false }, false],
    [{ isActive: 'false' }, false],
    [{ model_spec: { offline: true } }, false],
    [{ status: 'disabled' }, false],
    [{ metadata: { available: false } }, false],
    [{ lifecycle: 'retired' }, false],
    [{ retires_at: '2020-01-01' }, false],
    [{ is_ready: true, offline: false, status: 'active' }, true],
    // A request loads it.
    [{ state: 'not-loaded' }, true],
    [{ status: 1 }, true],
    [{ status: { value: 'unloaded' } }, true],
    [{ running: false }, true],
  ])('%j: %j', (fields, isCallable) => expect(read(fields) !== undefined).toBe(isCallable));
});

describe('kinds in other words', () => {
  it.each<[object, string]>([
    [{ pipeline_tag: 'text-generation' }, 'chat'],
    [{ pipeline_tag: 'feature-extraction' }, 'embedding'],
    [{ task: 'automatic_speech_recognition' }, 'transcription'],
    [{ modelType: 'Reranker' }, 'rerank'],
    [{ kind: 'TEXT_TO_VIDEO' }, 'video'],
    [{ modes: ['embedding', 'chat'] }, 'chat'],
    [{ labels: ['hot', 'tts'] }, 'speech'],
    [{ tags: ['embeddings'] }, 'embedding'],
    // A tag may tell of what a model reads.
    [{ tags: ['image'] }, 'chat'],
    [{ endpoints: ['/v1/chat/completions'] }, 'chat'],
    [{ endpoints: ['images/generations'] }, 'image'],
    [{ recipe: 'whispercpp' }, 'transcription'],
    [{ model_spec: { type: 'image' } }, 'image'],
    [{ type: 'audio' }, 'speech'],
    [{ type: 'something-new' }, 'chat'],
  ])('%j is %s', (fields, kind) => expect(read(fields)?.kind).toBe(kind));
});

describe('a list that is wrapped in other words', () => {
  it.each<[object]>([
    [{ items: [{ id: 'a' }] }],
    [{ model_list: ['a'] }],
    [{ data: { models: [{ id: 'a' }] } }],
    [{ result: { data: [{ modelId: 'a' }] } }],
    [{ results: [{ id: 'a' }] }],
  ])('%j', (body) => expect([...readModelList(body).models.keys()]).toEqual(['a']));
});
