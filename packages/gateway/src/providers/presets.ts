import type { Operation, Preset } from '../provider.ts';

/** Where OpenAI and those who follow it serve each operation, and Anthropic's beside them. */
export const standardPaths: Readonly<Record<Operation, string>> = {
  chat: '/chat/completions',
  messages: '/messages',
  count_tokens: '/messages/count_tokens',
  responses: '/responses',
  embeddings: '/embeddings',
  images: '/images/generations',
  speech: '/audio/speech',
  transcription: '/audio/transcriptions',
  videos: '/videos',
};

function pick(...operations: readonly Operation[]): Readonly<Partial<Record<Operation, string>>> {
  return Object.fromEntries(operations.map((operation) => [operation, standardPaths[operation]]));
}

const list = { path: '/models', shape: 'openai' } as const;
const bearer = { auth: 'bearer', list } as const;
/** Servers of one's own: no key is the rule, but some are started with one. */
const local = { ...bearer, keyVariable: undefined } as const;

const cloud: readonly Preset[] = [
  {
    ...bearer,
    name: 'openai',
    title: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    // Without videos: that part of its interface was shut down on 24 September 2026.
    paths: pick('chat', 'responses', 'embeddings', 'images', 'speech', 'transcription'),
    outputLimitField: 'max_completion_tokens',
  },
  {
    name: 'anthropic',
    title: 'Anthropic',
    baseUrl: 'https://api.anthropic.com',
    auth: 'x-api-key',
    keyVariable: 'ANTHROPIC_API_KEY',
    // Its chat layer drops thinking and caching: only for callers that have nothing else.
    paths: { chat: '/v1/chat/completions', messages: '/v1/messages', count_tokens: '/v1/messages/count_tokens' },
    list: { path: '/v1/models', shape: 'anthropic' },
    headers: { 'anthropic-version': '2023-06-01' },
  },
  {
    ...bearer,
    name: 'gemini',
    title: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyVariable: 'GEMINI_API_KEY',
    paths: pick('chat', 'embeddings', 'images', 'videos'),
    videos: 'gemini',
    quirks: { videos: 'videos-gemini' },
  },
  {
    ...bearer,
    name: 'openrouter',
    title: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    paths: {
      ...pick('chat', 'responses', 'messages', 'embeddings', 'speech', 'transcription', 'videos'),
      images: '/images',
    },
    videos: 'openrouter',
    quirks: { images: 'openrouter-images', transcription: 'json-transcription', videos: 'videos-openrouter' },
  },
  {
    ...bearer,
    name: 'groq',
    title: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    paths: pick('chat', 'responses', 'transcription'),
  },
  {
    ...bearer,
    name: 'together',
    title: 'Together AI',
    baseUrl: 'https://api.together.ai/v1',
    keyVariable: 'TOGETHER_API_KEY',
    paths: pick('chat', 'embeddings', 'images', 'speech', 'transcription'),
  },
  {
    ...bearer,
    name: 'mistral',
    title: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariable: 'MISTRAL_API_KEY',
    paths: pick('chat', 'embeddings', 'transcription'),
  },
  {
    ...bearer,
    name: 'deepseek',
    title: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com',
    keyVariable: 'DEEPSEEK_API_KEY',
    paths: { ...pick('chat'), messages: '/anthropic/v1/messages' },
  },
  {
    ...bearer,
    name: 'xai',
    title: 'xAI',
    baseUrl: 'https://api.x.ai/v1',
    keyVariable: 'XAI_API_KEY',
    paths: pick('chat', 'responses', 'images'),
  },
];

const own: readonly Preset[] = [
  {
    ...local,
    name: 'ollama',
    title: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    auth: 'none',
    paths: pick('chat', 'responses', 'messages', 'embeddings'),
    list: { path: '/models', shape: 'ollama' },
  },
  {
    ...local,
    name: 'vllm',
    title: 'vLLM',
    baseUrl: 'http://127.0.0.1:8000/v1',
    paths: pick('chat', 'responses', 'messages', 'embeddings', 'transcription'),
  },
  {
    ...local,
    name: 'vllm-omni',
    title: 'vLLM-Omni',
    baseUrl: 'http://127.0.0.1:8091/v1',
    paths: pick('chat', 'images', 'speech', 'videos'),
    videos: 'vllm-omni',
    quirks: { videos: 'videos-vllm-omni' },
  },
  {
    ...local,
    name: 'llama.cpp',
    title: 'llama.cpp',
    baseUrl: 'http://127.0.0.1:8080/v1',
    paths: pick('chat', 'messages', 'count_tokens', 'embeddings'),
  },
  {
    ...local,
    name: 'lmstudio',
    title: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    paths: pick('chat', 'embeddings'),
  },
];

/** Any server that follows OpenAI: what it has beyond chat, a configuration can narrow or widen by `wires`. */
export const genericPreset: Preset = {
  ...bearer,
  name: 'openai-compatible',
  title: 'OpenAI-compatible server',
  baseUrl: undefined,
  keyVariable: undefined,
  paths: pick('chat', 'embeddings', 'images', 'speech', 'transcription', 'videos'),
  videos: 'openai',
  quirks: { videos: 'videos-openai' },
};

// Its tokens are counted as ours are: by the size of the body.
const { count_tokens: _, ...demoPaths } = standardPaths;

/** Answers in this process. No preset for a configuration: its one connection is always there. */
export const demoPreset: Preset = {
  name: 'demo',
  title: 'the demo',
  baseUrl: 'demo:',
  auth: 'none',
  keyVariable: undefined,
  paths: demoPaths,
  list: undefined,
  videos: 'openai',
  quirks: { videos: 'videos-openai' },
};

/** Those that a configuration can name. */
export const presets: ReadonlyMap<string, Preset> = new Map(
  [...cloud, ...own, genericPreset].map((preset) => [preset.name, preset]),
);
