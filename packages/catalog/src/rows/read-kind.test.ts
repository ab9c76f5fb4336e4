import { describe, expect, it } from 'vitest';
import { readModelList } from '@modelrack/catalog';

const kindOf = (row: { id: string }) => readModelList([row]).models.get(row.id)?.kind;

describe('the kind by words of the id', () => {
  it.each<[string, string]>([
    ['gpt-5.4', 'chat'],
    ['text-embedding-3-large', 'embedding'],
    ['bge-m3', 'embedding'],
    ['intfloat/e5-large', 'embedding'],
    ['node5-chat', 'chat'],
    ['abgent', 'chat'],
    ['bge-reranker-v2', 'rerank'],
    ['whisper-1', 'transcription'],
    ['gpt-4o-transcribe', 'transcription'],
    ['nova-stt', 'transcription'],
    ['fastts', 'chat'],
    ['tts-1', 'speech'],
    ['gpt-4o-mini-tts', 'speech'],
    ['vibevoice', 'speech'],
    ['DALL-E-3', 'image'],
    ['gpt-image-2', 'image'],
    ['FLUX.2-pro', 'image'],
    ['imagen-4', 'image'],
    ['stablediffusion', 'image'],
    ['seedream-5', 'image'],
    ['mj_imagine', 'image'],
    ['sora-2', 'video'],
    ['veo3', 'video'],
    ['kling-v2', 'video'],
    ['wan-2.5', 'video'],
    ['taiwan-llm', 'chat'],
    ['seedance-1', 'video'],
    ['grok-imagine-video', 'video'],
    ['omni-moderation-latest', 'moderation'],
    ['gpt-realtime', 'realtime'],
    ['gemini-live-2.5', 'realtime'],
    ['olive-7b', 'chat'],
    ['livekit/agent', 'chat'],
  ])('of %s is %s', (id, kind) => expect(kindOf({ id })).toBe(kind));
});

describe('the kind as stated', () => {
  it.each<[object, string]>([
    [{ type: 'language' }, 'chat'],
    [{ type: 'LLM' }, 'chat'],
    [{ type: 'embeddings' }, 'embedding'],
    [{ type: 'reranking' }, 'rerank'],
    [{ type: 'brand-new' }, 'image'],
    [{ type: 'model', mode: 'audio_speech' }, 'speech'],
    [{ model_info: { mode: 'audio_transcription' } }, 'transcription'],
    [{ model_info: { mode: 'responses' } }, 'chat'],
    [{ capabilities: ['completion', 'image'] }, 'chat'],
    [{ capabilities: ['embedding'] }, 'embedding'],
    [{ capabilities: { completion_chat: true, ocr: true } }, 'chat'],
    [{ capabilities: { completion_chat: false, audio_transcription: true } }, 'transcription'],
    [{ capabilities: { completion_chat: false } }, 'image'],
    [{ architecture: { output_modalities: ['image', 'text'] } }, 'chat'],
    [{ architecture: { output_modalities: ['audio'] } }, 'speech'],
    [{ architecture: { modality: 'text->video' } }, 'video'],
    [{ architecture: { input_modalities: ['audio'], output_modalities: ['text'] } }, 'transcription'],
    [{ output_modalities: ['text'] }, 'chat'],
    [{ supported_output_modalities: ['embeddings'] }, 'embedding'],
    [{ modalities: { output: ['video'] } }, 'video'],
    [{ supported_endpoint_types: ['openai'] }, 'chat'],
    [{ supported_endpoint_types: ['jina-rerank'] }, 'rerank'],
    [{ supported_endpoint_types: [] }, 'image'],
    [{ supported_methods: ['chat_completion'] }, 'chat'],
    [{ supports_chat: true }, 'chat'],
    [{ supports_chat: false }, 'image'],
    [{ supportedGenerationMethods: ['embedContent'] }, 'embedding'],
    [{ supportedGenerationMethods: ['bidiGenerateContent'] }, 'realtime'],
    [{ supportedGenerationMethods: ['generateContent'] }, 'image'],
  ])('in %j is %s, whatever the id says', (fields, kind) => {
    expect(kindOf({ id: 'flux-image', ...fields })).toBe(kind);
  });
});
