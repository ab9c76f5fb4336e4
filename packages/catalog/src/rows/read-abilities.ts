import { isRecord } from '@modelrack/json';
import { at } from '../json-value.ts';
import type { JsonRecord } from '@modelrack/json';
import type { Facts } from '../types.ts';
import { inputModalities, readInputs } from './modalities.ts';
import { readEfforts } from './read-efforts.ts';
import { booleanOf, flagOf, fold, namesOf, parametersOf, valuesOf, wordsOf } from './row.ts';
import type { Row } from './row.ts';

/** What a row states that its model can do and takes; undefined: it does not say. */
export function readAbilities(fields: JsonRecord, row: Row): Facts {
  const vision = readVision(fields, row);
  const efforts = readEfforts(row);
  return {
    tools: readTools(fields, row),
    reasoning: readReasoning(fields, row) ?? ((efforts.efforts?.length ?? 0) > 0 ? true : undefined),
    vision,
    inputs: readInputs(row, vision),
    ...efforts,
    structured: readStructured(fields, row),
    temperature: readTemperature(row),
  };
}

const toolNames = namesOf(
  'supportsfunctioncalling supportstools toolcall toolcalls supportstoolcalls supportstoolcalling',
  'supportstooluse functioncalling functioncall tooluse toolcalling trainedfortooluse tools',
);
const toolWords = namesOf(
  'tools tooluse toolcalling toolcall functioncalling functioncall functions openaichatcompletion.function',
);

function readTools(fields: JsonRecord, row: Row): boolean | undefined {
  return (
    flagOf(row, toolNames) ??
    statedAt(row, ['functioncalling', 'tooluse']) ??
    anyProvider(fields, ['supports_tools', 'tools']) ??
    parameter(row, ['tools']) ??
    word(row, toolWords)
  );
}

function readReasoning(fields: JsonRecord, row: Row): boolean | undefined {
  return (
    flagOf(row, ['supportsreasoning', 'supportsthinking', 'isreasoning', 'reasoningmodel']) ??
    statedAt(row, ['reasoning', 'thinking', 'reasoningeffort']) ??
    anyProvider(fields, ['reasoning']) ??
    parameter(row, ['reasoning', 'include_reasoning', 'reasoning_effort']) ??
    word(row, ['reasoning', 'thinking', 'reasoningeffort', 'extendedthinking'])
  );
}

const visionNames = namesOf('supportsvision supportsimageinput supportsimagesinput supportsimages vision imageinput');
const visionWords = namesOf('vision imageinput inputimage visioninput openaichatcompletion.vision');
const visionTypes = ['vlm', 'imagetexttotext', 'visualquestionanswering'];

function readVision(fields: JsonRecord, row: Row): boolean | undefined {
  return (
    statedAt(row, visionNames) ??
    inputModalities(row)?.includes('image') ??
    anyProvider(fields, ['vision']) ??
    (wordsOf(row, ['type', 'task', 'pipelinetag', 'modeltype']).some((type) => visionTypes.includes(type))
      ? true
      : undefined) ??
    word(row, visionWords)
  );
}

function readStructured(fields: JsonRecord, row: Row): boolean | undefined {
  const names = ['structuredoutput', 'structuredoutputs', 'responseschema', 'jsonschema'];
  return (
    statedAt(row, [...names.map((name) => `supports${name}`), ...names]) ??
    anyProvider(fields, ['supports_structured_output', 'structured_outputs']) ??
    parameter(row, ['structured_outputs', 'response_format']) ??
    word(row, names)
  );
}

/** Only that it is refused: tools that send none need not know, the others cannot be told. */
function readTemperature(row: Row): false | undefined {
  const isRefused = flagOf(row, ['supportstemperature', 'temperature']) === false;
  const listed = parametersOf(row);
  // A list without any other parameter of sampling is one of features.
  const isWhole = ['max_tokens', 'max_completion_tokens', 'top_p', 'stop'].some((name) => listed.includes(name));
  return isRefused || (isWhole && !listed.includes('temperature')) ? false : undefined;
}

/** A flag, an object with or without `supported`, or a list of what can be chosen. */
function statedAt(row: Row, names: readonly string[]): boolean | undefined {
  return valuesOf(row, names)
    .map(stated)
    .find((value) => value !== undefined);
}

function stated(value: unknown): boolean | undefined {
  if (Array.isArray(value)) return value.length > 0;
  return isRecord(value) ? (booleanOf(at(value, 'supported')) ?? true) : booleanOf(value);
}

/** True if one of the providers can, false if all say that they can't. */
function anyProvider(fields: JsonRecord, keys: readonly string[]): boolean | undefined {
  const providers = at(fields, 'providers');
  if (!Array.isArray(providers)) return undefined;
  const known = providers.flatMap((provider) => keys.map((key) => booleanOf(at(provider, key))));
  if (known.includes(true)) return true;
  return known.includes(false) ? false : undefined;
}

function parameter(row: Row, names: readonly string[]): boolean | undefined {
  const listed = parametersOf(row);
  return listed.length === 0 ? undefined : names.some((name) => listed.includes(name));
}

/** Lists of words: what is not in them may still be. */
function word(row: Row, words: readonly string[]): boolean | undefined {
  const listed = wordsOf(row, [
    'capabilities',
    'tags',
    'labels',
    'features',
    'supportedfeatures',
    'abilities',
    'supports',
    'skills',
    'modelability',
  ]);
  return words.some((item) => listed.includes(fold(item))) ? true : undefined;
}
