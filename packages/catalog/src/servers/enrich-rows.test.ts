import { describe, expect, it } from 'vitest';
import { fetchFrom, readFixture, serveGateway, testKey } from '../testing/serve-lists.ts';
import type { Answer } from '../testing/serve-lists.ts';

type Pages = Readonly<Record<string, unknown>>;
/** A server with a list and what it tells elsewhere, by path. */
const serve = (pages: Pages) =>
  serveGateway((path): Answer | undefined => (path in pages ? { body: pages[path] } : undefined));
const beside = (lines: readonly string[]) => lines.filter((line) => line !== 'GET /v1/models');
const litellm = (id: string, more: object = {}) => ({
  id,
  object: 'model',
  created: 1_677_610_602,
  owned_by: 'openai',
  ...more,
});

describe('LiteLLM', () => {
  it('tells the facts at /v1/model/info, of several deployments the least', async () => {
    const gateway = await serve({
      '/v1/models': { object: 'list', data: [litellm('team-coder'), litellm('local-embed'), litellm('other')] },
      '/v1/model/info': readFixture('litellm-model-info.json'),
    });
    const { catalog } = await fetchFrom(gateway.url);
    expect(beside(gateway.lines)).toEqual(['GET /v1/model/info']);
    expect(gateway.headers.map(({ authorization }) => authorization)).toEqual([
      `Bearer ${testKey}`,
      `Bearer ${testKey}`,
    ]);
    expect(catalog.models.get('team-coder')).toMatchObject({
      contextWindow: 200_000,
      maxOutput: 64_000,
      tools: true,
      reasoning: true,
    });
    expect(catalog.models.get('team-coder')?.price).toBeUndefined();
    expect(catalog.models.get('local-embed')?.kind).toBe('embedding');
    expect(catalog.models.get('other')?.contextWindow).toBeUndefined();
    expect([...catalog.models.keys()].length).toBe(3);
    expect(catalog.skipped).toEqual([]);
  });

  it('has the smaller of two windows, a price where it is one, and 0 for what it does not know', async () => {
    const info = (name: string, cost: number) => ({
      model_name: name,
      litellm_params: { model: `openai/${name}`, api_base: 'http://10.0.0.7:8000' },
      model_info: {
        max_input_tokens: 9000,
        input_cost_per_token: cost,
        output_cost_per_token: cost * 2,
        supports_vision: true,
        supported_openai_params: ['reasoning_effort', 'temperature', 'max_tokens'],
      },
    });
    const gateway = await serve({
      '/v1/models': { data: [litellm('a', { max_input_tokens: 8000 }), litellm('b')] },
      '/model/info': { data: [info('a', 3e-6), info('a', 3e-6), info('b', 0)] },
    });
    const fetched = await fetchFrom(gateway.url);
    expect(beside(gateway.lines)).toEqual(['GET /v1/model/info', 'GET /model/info']);
    const { models } = fetched.catalog;
    expect(models.get('a')).toMatchObject({
      contextWindow: 8000,
      price: { input: 3, output: 6 },
      vision: true,
      takesEffort: true,
    });
    expect(models.get('b')?.price).toBeUndefined();
    expect(JSON.stringify([...models.values()])).not.toContain('10.0.0.7');
  });

  it.each<[string, Answer]>([
    ['refuses', { status: 403, body: { error: 'not for this key' } }],
    ['fails', { status: 500, body: 'oops' }],
    ['answers something else', { body: { data: 'x' } }],
    ['answers no JSON', { body: 'hello' }],
  ])('costs nothing where it %s', async (_, answer) => {
    const list = { data: [litellm('a', { max_input_tokens: 8000 })] };
    const gateway = await serveGateway((path) => (path === '/v1/models' ? { body: list } : answer));
    const { catalog } = await fetchFrom(gateway.url);
    expect(catalog).toMatchObject({ partial: false, warnings: [] });
    expect(catalog.models.get('a')?.contextWindow).toBe(8000);
  });
});

describe('other servers', () => {
  it('LM Studio: the window that is served, and what a model can', async () => {
    const gateway = await serve({
      '/v1/models': readFixture('lmstudio-v1-models.json'),
      '/api/v1/models': readFixture('lmstudio-api-v1-models.json'),
    });
    const { models } = (await fetchFrom(gateway.url)).catalog;
    expect(beside(gateway.lines)).toEqual(['GET /api/v1/models']);
    expect(models.get('qwen/qwen3.6-27b')).toMatchObject({
      contextWindow: 16_384,
      tools: true,
      vision: false,
      reasoning: true,
      efforts: [],
    });
  });

  it('an older LM Studio', async () => {
    const gateway = await serve({
      '/v1/models': readFixture('lmstudio-v1-models.json'),
      '/api/v0/models': readFixture('lmstudio-api-v0-models.json'),
    });
    const { models } = (await fetchFrom(`${gateway.url}/v1`)).catalog;
    expect(models.get('google/gemma-4-26b-a4b')).toMatchObject({ contextWindow: 262_144, vision: true });
    expect(models.get('text-embedding-nomic-embed-text-v1.5')?.kind).toBe('embedding');
  });

  it('Ollama: one question a model', async () => {
    const gateway = await serve({
      '/v1/models': readFixture('ollama-v1-models.json'),
      '/api/show': readFixture('ollama-api-show.json'),
    });
    const { models } = (await fetchFrom(gateway.url)).catalog;
    expect(beside(gateway.lines)).toEqual(Array.from({ length: 5 }, () => 'POST /api/show'));
    expect(models.get('qwen3-coder:30b')).toMatchObject({ contextWindow: 32_768, tools: true, kind: 'chat' });
  });

  it('another server with a list like that of Ollama is asked once', async () => {
    const gateway = await serve({ '/v1/models': readFixture('ollama-v1-models.json') });
    expect((await fetchFrom(gateway.url)).catalog.models.size).toBe(5);
    expect(beside(gateway.lines)).toEqual(['POST /api/show']);
  });

  it('llama.cpp: the window that is served', async () => {
    const list = { object: 'list', data: [{ id: 'coder.gguf', object: 'model', owned_by: 'llamacpp', meta: null }] };
    const props = { default_generation_settings: { n_ctx: 8192 }, modalities: { vision: true, audio: false } };
    const gateway = await serve({ '/v1/models': list, '/props': props });
    const { models } = (await fetchFrom(gateway.url)).catalog;
    expect(models.get('coder.gguf')).toMatchObject({ contextWindow: 8192, vision: true });
  });

  it('xAI: price and levels', async () => {
    const gateway = await serve({
      '/v1/models': readFixture('xai-v1-models.json'),
      '/v1/language-models': readFixture('xai-language-models.json'),
    });
    const { models } = (await fetchFrom(gateway.url)).catalog;
    expect(models.get('grok-4.7')).toMatchObject({
      price: { input: 2, output: 10, cacheRead: 0.5 },
      efforts: ['low', 'medium', 'high'],
    });
  });

  it.each([
    'llamacpp-router.json',
    'openai.json',
    'openrouter.json',
    'new-api.json',
    'vllm.json',
    'localai.json',
    'groq.json',
    'aliases-and-full-ids.json',
  ])('nothing more is asked of the server of %s', async (name) => {
    const gateway = await serve({ '/v1/models': readFixture(name) });
    await fetchFrom(gateway.url);
    expect(beside(gateway.lines)).toEqual([]);
  });
});
