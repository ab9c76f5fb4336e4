import { isRecord } from '@modelrack/json';
import { at, booleanAt, hasAny, textAt, textsAt } from './json-value.ts';
import type { JsonRecord } from '@modelrack/json';
import { inputModalities } from './read-kind.ts';

export interface Abilities {
  readonly tools: boolean | undefined;
  readonly reasoning: boolean | undefined;
  readonly vision: boolean | undefined;
}

const fieldsOfAbilities = new Set(
  'supports_function_calling supports_tools tool_call supports_reasoning supports_vision supports_image_input model_info capabilities providers supported_parameters tags reasoning thinking type architecture input_modalities supported_input_modalities modalities'.split(
    ' ',
  ),
);

/** What a row states that its model can do; undefined: it does not say. */
export function readAbilities(fields: JsonRecord): Abilities {
  // Most rows of most lists say nothing at all, and there are hundreds.
  if (!hasAny(fields, fieldsOfAbilities)) return { tools: undefined, reasoning: undefined, vision: undefined };
  return { tools: readTools(fields), reasoning: readReasoning(fields), vision: readVision(fields) };
}

function readTools(fields: JsonRecord): boolean | undefined {
  return (
    booleanAt(fields, 'supports_function_calling') ??
    booleanAt(fields, 'supports_tools') ??
    booleanAt(fields, 'tool_call') ??
    booleanAt(fields, 'model_info', 'supports_function_calling') ??
    booleanAt(fields, 'capabilities', 'function_calling') ??
    booleanAt(fields, 'capabilities', 'trained_for_tool_use') ??
    anyProvider(fields, ['supports_tools', 'tools']) ??
    parameter(fields, ['tools']) ??
    word(fields, ['tools', 'tool_use', 'tool-use', 'tool-calling', 'tool_calling', 'function_calling'])
  );
}

function readReasoning(fields: JsonRecord): boolean | undefined {
  return (
    booleanAt(fields, 'supports_reasoning') ??
    booleanAt(fields, 'model_info', 'supports_reasoning') ??
    stated(at(fields, 'reasoning')) ??
    booleanAt(fields, 'thinking') ??
    stated(at(fields, 'capabilities', 'reasoning')) ??
    stated(at(fields, 'capabilities', 'thinking')) ??
    stated(at(fields, 'capabilities', 'reasoning_effort')) ??
    anyProvider(fields, ['reasoning']) ??
    parameter(fields, ['reasoning', 'include_reasoning', 'reasoning_effort']) ??
    word(fields, ['reasoning', 'thinking'])
  );
}

function readVision(fields: JsonRecord): boolean | undefined {
  return (
    booleanAt(fields, 'supports_vision') ??
    booleanAt(fields, 'supports_image_input') ??
    booleanAt(fields, 'model_info', 'supports_vision') ??
    stated(at(fields, 'capabilities', 'vision')) ??
    stated(at(fields, 'capabilities', 'image_input')) ??
    inputModalities(fields)?.includes('image') ??
    anyProvider(fields, ['vision']) ??
    (textAt(fields, 'type') === 'vlm' ? true : undefined) ??
    word(fields, ['vision'])
  );
}

/** A flag, an object with or without `supported`, or a list of what can be chosen. */
function stated(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.length > 0;
  return isRecord(value) ? (booleanAt(value, 'supported') ?? true) : undefined;
}

/** True if one of the providers can, false if all say that they can't. */
function anyProvider(fields: JsonRecord, keys: readonly string[]): boolean | undefined {
  const providers = at(fields, 'providers');
  if (!Array.isArray(providers)) return undefined;
  const known = providers.flatMap((provider) => keys.map((key) => booleanAt(provider, key)));
  if (known.includes(true)) return true;
  return known.includes(false) ? false : undefined;
}

/** A list of parameters that is not empty is complete: what is not in it is not supported. */
function parameter(fields: JsonRecord, names: readonly string[]): boolean | undefined {
  const listed = textsAt(fields, 'supported_parameters') ?? [];
  return listed.length === 0 ? undefined : names.some((name) => listed.includes(name));
}

/** Tags and lists of capabilities: what is not in them may still be. */
function word(fields: JsonRecord, words: readonly string[]): boolean | undefined {
  const listed = [...(textsAt(fields, 'capabilities') ?? []), ...(textsAt(fields, 'tags') ?? [])];
  return words.some((item) => listed.includes(item)) ? true : undefined;
}
