import { toList, toObject, toText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';

/** What an upstream says about a request that it refused with 400 or 422. */
export interface Complaint {
  readonly message: string;
  readonly param: string | undefined;
}

/**
 * Wishes of a bridged request that may be dropped: the answer is then a little different, but there is one. Most
 * callers do not know that they have them: their tool states them for every model.
 */
const wishes = [
  'reasoning_effort',
  'parallel_tool_calls',
  'stream_options',
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'user',
] as const;

const limits = ['max_tokens', 'max_completion_tokens'] as const;

/** OpenAI and others: the parameter by name, in quotes, or as the place of a validation error. */
function isNamed(field: string, { message, param }: Complaint): boolean {
  return param === field || new RegExp(`\\b${field}\\b`, 'u').test(message);
}

function without(body: JsonObject, field: string): JsonObject {
  const { [field]: _dropped, ...rest } = body;
  return rest;
}

function renameLimit(body: JsonObject, complaint: Complaint): JsonObject | undefined {
  const [short, long] = limits;
  // What is refused is named first; what is wanted instead comes after it.
  if (short in body && isNamed(long, complaint)) return { ...without(body, short), [long]: body[short] ?? null };
  const isUnknown = long in body && isNamed(long, complaint);
  return isUnknown ? { ...without(body, long), [short]: body[long] ?? null } : undefined;
}

/** Some chat templates take one message of the system, and only at the start: later ones are said by the user. */
function moveSystem(body: JsonObject, { message }: Complaint): JsonObject | undefined {
  if (!/system (?:message|role|prompt)|conversation roles|roles must alternate/iu.test(message)) return undefined;
  const messages = toList(body['messages']).map(toObject);
  const isLate = (one: JsonObject, index: number): boolean => one['role'] === 'system' && index > 0;
  if (!messages.some(isLate)) return undefined;
  const moved: JsonObject[] = [];
  for (const [index, one] of messages.entries()) {
    const said = isLate(one, index) ? { role: 'user', content: one['content'] ?? '' } : one;
    const last = moved.at(-1);
    const before = toText(last?.['content']);
    const text = toText(said['content']);
    const isJoined = last?.['role'] === 'user' && said['role'] === 'user' && before !== undefined && text !== undefined;
    if (isJoined) moved.splice(-1, 1, { role: 'user', content: `${before}\n\n${text}` });
    else moved.push(said);
  }
  return { ...body, messages: moved };
}

/** What Google takes in the place of a signature, for a thread that another model began. */
const unsigned = { google: { thought_signature: 'skip_thought_signature_validator' } };

/**
 * Gemini signs the calls that it makes and wants to see that again. No tool's thread has a place for it, so each call
 * is marked as one of another model: https://ai.google.dev/gemini-api/docs/thought-signatures
 */
function markCalls(body: JsonObject, { message }: Complaint): JsonObject | undefined {
  if (!/thought_?signature/iu.test(message) || JSON.stringify(body).includes(unsigned.google.thought_signature)) {
    return undefined;
  }
  const messages = toList(body['messages']).map((entry) => {
    const one = toObject(entry);
    const calls = toList(one['tool_calls']).map((call) => ({ ...toObject(call), extra_content: unsigned }));
    return calls.length === 0 ? one : { ...one, tool_calls: calls };
  });
  return { ...body, messages };
}

/** `xhigh` is new: an older model still knows `high`. */
function lowerEffort(body: JsonObject): JsonObject {
  const isHighest = body['reasoning_effort'] === 'xhigh';
  return isHighest ? { ...body, reasoning_effort: 'high' } : without(body, 'reasoning_effort');
}

/**
 * The bridged request once more, in the form that its upstream complained for; undefined: the complaint is about
 * something else. It ends: each time there is less to mend.
 */
export function mendRequest(body: JsonObject, complaint: Complaint): JsonObject | undefined {
  const rewritten = renameLimit(body, complaint) ?? moveSystem(body, complaint) ?? markCalls(body, complaint);
  if (rewritten !== undefined) return rewritten;
  const wish = wishes.find((field) => field in body && isNamed(field, complaint));
  if (wish === undefined) return undefined;
  return wish === 'reasoning_effort' ? lowerEffort(body) : without(body, wish);
}
