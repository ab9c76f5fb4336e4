import { isRecord } from '@modelrack/json';
import { at, booleanAt, hasAny, textAt, textsAt } from './json-value.ts';
import type { JsonRecord } from '@modelrack/json';
import type { ModelKind } from './types.ts';

type KindTable = ReadonlyMap<string, ModelKind>;

function table(rows: readonly (readonly [ModelKind, string])[]): KindTable {
  return new Map(rows.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)));
}

// LM Studio, Together, Vercel (`type`); LiteLLM (`mode`). A word that is not here counts as not stated.
const types = table([
  ['chat', 'chat language llm vlm code text text-generation completion responses chat-completion chat_completion'],
  ['embedding', 'embedding embeddings text-embedding'],
  ['image', 'image image_generation image-generation text-to-image image_edit'],
  ['video', 'video video_generation video-generation text-to-video'],
  ['speech', 'speech audio_speech text-to-speech tts'],
  ['transcription', 'transcription audio_transcription speech-to-text automatic-speech-recognition stt'],
  ['rerank', 'rerank reranking reranker'],
  ['moderation', 'moderation moderations'],
  ['realtime', 'realtime'],
]);
// Ollama's list of capabilities, Mistral's object of them.
const capabilities = table([
  ['chat', 'completion completion_chat chat chat_completion'],
  ['embedding', 'embedding embeddings'],
  ['transcription', 'audio_transcription transcription'],
  ['speech', 'audio_speech speech'],
  ['moderation', 'moderation'],
  ['rerank', 'rerank'],
  ['video', 'video_generation'],
  ['image', 'image image_generation'],
]);
const outputs = table([
  ['chat', 'text'],
  ['image', 'image'],
  ['video', 'video'],
  ['speech', 'audio speech'],
  ['embedding', 'embedding embeddings'],
]);
// new-api and one-api; Bifrost's `supported_methods`.
const endpoints = table([
  ['chat', 'openai openai-response openai-responses anthropic gemini chat chat_completion chat-completions responses'],
  ['embedding', 'embedding embeddings openai-embedding'],
  ['rerank', 'rerank jina-rerank'],
  ['image', 'image-generation image_generation openai-image'],
  ['video', 'openai-video video-generation video_generation'],
  ['speech', 'speech audio-speech openai-speech'],
  ['transcription', 'transcription audio-transcription'],
  ['moderation', 'moderation moderations'],
  ['realtime', 'realtime openai-realtime'],
]);

/** What a model is for: what the row states, else what the words of its id say, else chat. */
export function readKind(fields: JsonRecord, id: string): ModelKind {
  return statedKind(fields) ?? kindOfId(id);
}

/** Output modalities that a row states, sorted; empty if it states none. */
export function outputModalities(fields: JsonRecord): readonly string[] {
  const listed =
    textsAt(fields, 'architecture', 'output_modalities') ??
    textsAt(fields, 'output_modalities') ??
    textsAt(fields, 'supported_output_modalities') ??
    textsAt(fields, 'modalities', 'output') ??
    textAt(fields, 'architecture', 'modality')?.split('->')[1]?.split('+') ??
    [];
  return listed.toSorted();
}

/** Input modalities that a row states; undefined if it states none. */
export function inputModalities(fields: JsonRecord): readonly string[] | undefined {
  return (
    textsAt(fields, 'architecture', 'input_modalities') ??
    textsAt(fields, 'input_modalities') ??
    textsAt(fields, 'supported_input_modalities') ??
    textsAt(fields, 'modalities', 'input') ??
    textAt(fields, 'architecture', 'modality')?.split('->')[0]?.split('+')
  );
}

const fieldsOfKinds = new Set(
  'type mode model_info supports_chat capabilities architecture output_modalities supported_output_modalities modalities supported_endpoint_types supported_methods supportedGenerationMethods'.split(
    ' ',
  ),
);

function statedKind(fields: JsonRecord): ModelKind | undefined {
  if (!hasAny(fields, fieldsOfKinds)) return undefined;
  return (
    first(types, [textAt(fields, 'type'), textAt(fields, 'mode'), textAt(fields, 'model_info', 'mode')]) ??
    (booleanAt(fields, 'supports_chat') === true ? 'chat' : undefined) ??
    best(capabilities, capabilityWords(at(fields, 'capabilities'))) ??
    kindOfModalities(fields) ??
    best(endpoints, textsAt(fields, 'supported_endpoint_types') ?? textsAt(fields, 'supported_methods') ?? []) ??
    kindOfMethods(textsAt(fields, 'supportedGenerationMethods') ?? [])
  );
}

function capabilityWords(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  return isRecord(value) ? Object.keys(value).filter((key) => value[key] === true) : [];
}

function kindOfModalities(fields: JsonRecord): ModelKind | undefined {
  const kind = best(outputs, outputModalities(fields));
  // What cannot be asked in text is no chat, although it answers in text.
  const input = inputModalities(fields);
  const onlyHears = input !== undefined && input.includes('audio') && !input.includes('text');
  return kind === 'chat' && onlyHears ? 'transcription' : kind;
}

/** Gemini's own API. `generateContent` says little: its speech and image models have it, too. */
function kindOfMethods(methods: readonly string[]): ModelKind | undefined {
  if (methods.includes('generateContent')) return undefined;
  if (methods.includes('embedContent')) return 'embedding';
  if (methods.includes('bidiGenerateContent')) return 'realtime';
  return methods.includes('predictLongRunning') ? 'video' : undefined;
}

function first(known: KindTable, words: readonly (string | undefined)[]): ModelKind | undefined {
  for (const word of words) {
    const kind = word === undefined ? undefined : known.get(word.toLowerCase());
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** Chat if any word says so, else the first that is known. */
function best(known: KindTable, words: readonly string[]): ModelKind | undefined {
  const kinds = words.map((word) => known.get(word.toLowerCase())).filter((kind) => kind !== undefined);
  return kinds.includes('chat') ? 'chat' : kinds[0];
}

// Tried in this order: a reranker of the bge family is none for embedding, `grok-imagine-video` makes no
// images. Short words must stand alone, some with a digit behind them (`veo3`).
const idWords: readonly (readonly [ModelKind, string])[] = [
  ['rerank', 'rerank'],
  ['embedding', 'embed|(?<![a-z0-9])(?:bge|e5)(?![a-z0-9])'],
  ['transcription', 'whisper|transcribe|(?<![a-z0-9])stt(?![a-z])'],
  ['speech', 'speech|voice|(?<![a-z0-9])tts(?![a-z])'],
  ['video', 'video|seedance|(?<![a-z0-9])(?:sora|veo|kling)(?![a-z])|(?<![a-z0-9])wan-'],
  ['image', 'dall-e|image|imagin|midjourney|flux|diffusion|recraft|seedream'],
  ['moderation', 'moderation'],
  ['realtime', 'realtime|(?<![a-z0-9])live(?![a-z0-9])'],
];
// Most ids hold none of these words: one expression finds that out, the others are made when they are needed.
const anyWord = new RegExp(idWords.map(([, words]) => words).join('|'));

function kindOfId(id: string): ModelKind {
  const lower = id.toLowerCase();
  if (!anyWord.test(lower)) return 'chat';
  return idWords.find(([, words]) => new RegExp(words).test(lower))?.[0] ?? 'chat';
}
