import { isObject, toList } from '../../../json.ts';
import type { Json } from '../../../json.ts';
import { refuseField } from '../../../refusal.ts';
import type { Refusal } from '../../../refusal.ts';
import { isRefused, readDemoChoice, replyDemoJson } from '../call.ts';
import type { DemoCall, DemoReply } from '../call.ts';
import { splitTokens } from '../dialog/tokens.ts';
import { defaultDimensions, embedText } from './embed-text.ts';

const mostInputs = 2048;
const mostDimensions = 4096;

/** Token numbers mean nothing here, but the same ones give the same vector. */
function toTokens(value: Json): string | undefined {
  const numbers = toList(value);
  const isList = numbers.length > 0 && numbers.every((entry) => typeof entry === 'number');
  return isList ? numbers.map((entry) => `token${String(entry)}`).join(' ') : undefined;
}

/** A text, tokens, or a list of either. */
function readInputs(input: Json | undefined): readonly string[] | Refusal {
  const single = typeof input === 'string' ? input : toTokens(input ?? null);
  const texts =
    single === undefined
      ? toList(input).map((entry) => (typeof entry === 'string' ? entry : toTokens(entry)))
      : [single];
  const whole = texts.filter((text) => text !== undefined && text !== '');
  if (whole.length > 0 && whole.length === texts.length && whole.length <= mostInputs) {
    return whole.filter((text) => text !== undefined);
  }
  return refuseField(
    'input',
    `input must be a text, a list of token numbers, or a list of 1 to ${mostInputs} of these.`,
  );
}

function readDimensions(call: DemoCall): number | Refusal {
  const value = call.json['dimensions'] ?? defaultDimensions;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostDimensions) return value;
  return refuseField('dimensions', `dimensions must be a whole number from 1 to ${mostDimensions}.`);
}

/** Little-endian on every machine that Node runs on. */
function writeVector(vector: Float32Array, encoding: 'float' | 'base64'): Json {
  return encoding === 'float' ? [...vector] : Buffer.from(vector.buffer).toString('base64');
}

/** `/embeddings`: vectors that know letters, not meaning. */
export function answerEmbeddings(call: DemoCall): DemoReply | Refusal {
  if (!isObject(call.json)) return refuseField('input', 'input is missing.');
  const inputs = readInputs(call.json['input']);
  if (isRefused(inputs)) return inputs;
  const dimensions = readDimensions(call);
  if (isRefused(dimensions)) return dimensions;
  const encoding = readDemoChoice(call, 'encoding_format', ['float', 'base64']);
  if (isRefused(encoding)) return encoding;
  const data = inputs.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: writeVector(embedText(text, dimensions), encoding),
  }));
  const tokens = inputs.reduce((sum, text) => sum + splitTokens(text).length, 0);
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return replyDemoJson({ object: 'list', data, model: call.served, usage });
}
