import { isRecord } from '@modelrack/json';
import { at, lesserOf, textAt, tokensOf } from '../json-value.ts';
import type { JsonRecord } from '@modelrack/json';
import { leastTokens, limitNames } from './row.ts';
import type { Row } from './row.ts';

const names = [
  'contextwindow',
  'contextlength',
  'contextsize',
  'contextlimit',
  'contextlen',
  'contexttokens',
  'contextwindowtokens',
  'contextwindowsize',
  'context',
  'context>window',
  'context>length',
  'context>size',
  'context>max',
  'maxcontext',
  'maxcontextlength',
  'maxcontextlen',
  'maxcontextsize',
  'maxcontexttokens',
  'maxcontextwindow',
  'maxcontextwindowtokens',
  'availablecontexttokens',
  'availablecontextlength',
  'loadedcontextlength',
  'maxmodellen',
  'maxmodellength',
  'maxsequencelength',
  'maxseqlen',
  'maxinputtokens',
  'maxinputlength',
  'maxprompttokens',
  'maxtokensinput',
  'inputtokenlimit',
  ...limitNames('input', 'inputtokens', 'context', 'prompt', 'prompttokens'),
  'numctx',
  'nctx',
  'nctxtrain',
  'ctxsize',
];

/**
 * The context window in tokens: the smallest that a row states, since that is the bound that a request
 * really meets (served < trained, endpoint < model). Never `max_tokens`. undefined: not stated.
 */
export function readWindow(fields: JsonRecord, { row, id }: { row: Row; id: string }): number | undefined {
  let least = leastTokens(row, names);
  for (const provider of listAt(fields, 'providers')) {
    // Those that answer; one without a status counts.
    const isLive = (textAt(provider, 'status') ?? 'live') === 'live';
    if (isLive) least = lesserOf(least, tokensOf(at(provider, 'context_length')));
  }
  for (const instance of listAt(fields, 'loaded_instances')) {
    // LM Studio: of several instances, the one whose id is the model's is what a request gets.
    if (textAt(instance, 'id') === id) least = lesserOf(least, tokensOf(at(instance, 'config', 'context_length')));
  }
  return lesserOf(lesserOf(least, architectureWindow(fields)), servedContext(fields));
}

function listAt(fields: JsonRecord, key: string): readonly unknown[] {
  const list = fields[key];
  return Array.isArray(list) ? list : [];
}

/** Ollama: `<architecture>.context_length`, the trained size. */
function architectureWindow(fields: JsonRecord): number | undefined {
  const info = at(fields, 'model_info');
  if (!isRecord(info)) return undefined;
  const architecture = textAt(info, 'general.architecture');
  if (architecture !== undefined) return tokensOf(at(info, `${architecture}.context_length`));
  const keys = Object.keys(info).filter((key) => key.endsWith('.context_length'));
  return keys.map((key) => tokensOf(info[key])).reduce(lesserOf, undefined);
}

/** Ollama: `num_ctx` in the lines of the parameters is what is served. */
function servedContext(fields: JsonRecord): number | undefined {
  const text = textAt(fields, 'parameters');
  return text === undefined ? undefined : tokensOf(/^\s*num_ctx\s+(\d+)\s*$/m.exec(text)?.[1]);
}
