import type { ModelKind } from '../types.ts';
import { fold } from './row.ts';

/** Words, folded, and what they say a model is for. A word that is not there says nothing. */
export type KindTable = ReadonlyMap<string, ModelKind>;

function table(...rows: readonly (readonly [ModelKind, string])[]): KindTable {
  return new Map(rows.flatMap(([kind, words]) => words.split(' ').map((word) => [fold(word), kind] as const)));
}

/** Of a type, a mode or a task: one word for the whole model. */
export const typeWords = table(
  [
    'chat',
    'chat chats language llm vlm code text text-generation text2text-generation generate completion completions',
  ],
  ['chat', 'responses chat-completion chat-completions conversational image-text-to-text any-to-any vision multimodal'],
  ['chat', 'omni reasoning instruct text-to-text visual-question-answering'],
  ['embedding', 'embedding embeddings text-embedding text-embeddings embed feature-extraction sentence-similarity'],
  ['image', 'image images image-generation text-to-image image-to-image image-edit image-editing upscale inpaint'],
  ['video', 'video videos video-generation text-to-video image-to-video video-to-video'],
  ['speech', 'speech audio-speech text-to-speech tts text-to-audio audio-generation'],
  ['transcription', 'transcription transcriptions audio-transcription audio-transcriptions speech-to-text stt asr'],
  ['transcription', 'automatic-speech-recognition audio-to-text transcribe'],
  ['rerank', 'rerank reranker rerankers reranking text-ranking score'],
  ['moderation', 'moderation moderations content-moderation safety'],
  ['realtime', 'realtime'],
);

/** Of a list or an object of capabilities: Ollama's, Mistral's. Unlike a type, a word may tell of the input. */
export const capabilityWords = table(
  ['chat', 'completion completion-chat chat chat-completion chat-completions text-generation text'],
  ['embedding', 'embedding embeddings'],
  ['transcription', 'audio-transcription transcription speech-to-text'],
  ['speech', 'audio-speech speech text-to-speech tts'],
  ['moderation', 'moderation'],
  ['rerank', 'rerank reranking'],
  ['video', 'video-generation text-to-video'],
  ['image', 'image image-generation text-to-image'],
);

/** Of labels, which name what a model is deployed for. */
export const labelWords = table(
  ['chat', 'chat llm text-generation'],
  ['embedding', 'embedding embeddings'],
  ['image', 'image image-generation text-to-image'],
  ['video', 'video video-generation text-to-video'],
  ['speech', 'speech tts text-to-speech'],
  ['transcription', 'transcription stt asr speech-to-text'],
  ['rerank', 'rerank reranker reranking'],
  ['moderation', 'moderation'],
  ['realtime', 'realtime'],
);

/** Of tags: as labels, but for the words that as well tell what a model reads. */
export const tagWords: KindTable = new Map([...labelWords].filter(([word]) => word !== 'image' && word !== 'video'));

export const outputWords = table(
  ['chat', 'text'],
  ['image', 'image images'],
  ['video', 'video'],
  ['speech', 'audio speech'],
  ['embedding', 'embedding embeddings vector vectors'],
);

/** Of routes: new-api's and one-api's types, Bifrost's methods, paths. */
export const routeWords = table(
  ['chat', 'openai openai-response openai-responses anthropic gemini chat chat-completion chat-completions responses'],
  ['chat', 'messages completions'],
  ['embedding', 'embedding embeddings openai-embedding'],
  ['rerank', 'rerank jina-rerank'],
  ['image', 'image-generation openai-image images images-generations images-edits'],
  ['video', 'openai-video video-generation videos video-generations videos-generations'],
  ['speech', 'speech audio-speech openai-speech'],
  ['transcription', 'transcription audio-transcription audio-transcriptions'],
  ['moderation', 'moderation moderations'],
  ['realtime', 'realtime openai-realtime'],
);

/** Lemonade's recipes: the program that serves a model. */
export const recipeWords = table(
  ['chat', 'llamacpp flm vllm cloud oga-cpu oga-npu oga-igpu oga-hybrid'],
  ['image', 'sd-cpp'],
  ['speech', 'kokoro'],
  ['transcription', 'whispercpp'],
);
