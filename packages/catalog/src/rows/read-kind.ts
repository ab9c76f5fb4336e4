import { isRecord } from '@modelrack/json';
import { at } from '../json-value.ts';
import type { ModelKind } from '../types.ts';
import {
  capabilityWords,
  labelWords,
  outputWords,
  recipeWords,
  routeWords,
  tagWords,
  typeWords,
} from './kind-words.ts';
import type { KindTable } from './kind-words.ts';
import { inputModalities, outputModalities } from './modalities.ts';
import { flagOf, fold, namesOf, textsIn, valuesOf, wordsOf } from './row.ts';
import type { Row } from './row.ts';

const types = namesOf(
  'type mode modeltype modelkind kind task tasktype pipelinetag category subtype',
  'modality purpose usecase modes tasks types supportedtasks categories',
);
const routes = namesOf('supportedendpointtypes supportedmethods endpoints supportedendpoints endpointtypes endpoint');

/** What a model is for: what the row states, else what the words of its id say, else chat. */
export function readKind(row: Row, id: string): ModelKind {
  return statedKind(row) ?? kindOfId(id) ?? (wordsOf(row, types).includes('audio') ? 'speech' : 'chat');
}

function statedKind(row: Row): ModelKind | undefined {
  return (
    best(typeWords, wordsOf(row, types)) ??
    (flagOf(row, ['supportschat']) === true ? 'chat' : undefined) ??
    best(capabilityWords, valuesOf(row, ['capabilities']).flatMap(capabilitiesIn)) ??
    kindOfModalities(row) ??
    best(routeWords, valuesOf(row, routes).flatMap(textsIn).map(routeWord)) ??
    kindOfMethods(valuesOf(row, ['supportedgenerationmethods']).flatMap(textsIn)) ??
    best(labelWords, wordsOf(row, ['labels', 'label'])) ??
    best(tagWords, wordsOf(row, ['tags', 'features', 'supportedfeatures'])) ??
    best(recipeWords, wordsOf(row, ['recipe', 'backend']))
  );
}

/** A list of words, or an object of flags. */
function capabilitiesIn(value: unknown): readonly string[] {
  if (!isRecord(value)) return textsIn(value).map(fold);
  const isStated = (key: string) => value[key] === true || at(value, key, 'supported') === true;
  return Object.keys(value).filter(isStated).map(fold);
}

function routeWord(route: string): string {
  return fold(route).replace(/^v\d+/, '');
}

function kindOfModalities(row: Row): ModelKind | undefined {
  const kind = best(outputWords, outputModalities(row));
  // What cannot be asked in text is no chat, although it answers in text.
  const input = inputModalities(row);
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

/** Chat if any word says so, else the first that is known. */
function best(known: KindTable, words: readonly string[]): ModelKind | undefined {
  const kinds = words.map((word) => known.get(word)).filter((kind) => kind !== undefined);
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

function kindOfId(id: string): ModelKind | undefined {
  const lower = id.toLowerCase();
  if (!anyWord.test(lower)) return undefined;
  return idWords.find(([, words]) => new RegExp(words).test(lower))?.[0];
}
