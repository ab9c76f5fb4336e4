import { isObject, toList, toObject, toText } from '../../../json.ts';
import type { Json, JsonObject } from '../../../json.ts';
import { refuseField } from '../../../refusal.ts';
import type { Refusal } from '../../../refusal.ts';
import { readCount, readObjects, readText } from '../../../read-fields.ts';
import type { AnswerFormat, DemoRequest, DemoTool, ToolChoice } from './types.ts';

/** Nothing is stored here: what builds on storage is refused, never ignored. */
const storedFields = ['previous_response_id', 'conversation', 'background'] as const;

/** Functions and free-form tools, those of a namespace too; hosted ones cannot be called. */
function readTools(tools: readonly Json[], namespace?: string): readonly DemoTool[] {
  return tools.flatMap((entry) => {
    const tool = toObject(entry);
    const name = toText(tool['name']);
    if (name === undefined) return [];
    if (tool['type'] === 'namespace') return readTools(toList(tool['tools']), name);
    const group = namespace === undefined ? {} : { namespace };
    if (tool['type'] === 'custom') return [{ name, schema: undefined, ...group }];
    if (tool['type'] !== 'function') return [];
    return [{ name, schema: { type: 'object', ...toObject(tool['parameters']) }, ...group }];
  });
}

function readToolChoice(choice: Json | undefined): ToolChoice {
  if (choice === 'none' || choice === 'required') return { kind: choice };
  const { mode, name } = toObject(choice);
  if (typeof name === 'string') return { kind: 'named', name };
  return { kind: mode === 'required' ? 'required' : 'auto' };
}

function readFormat(body: JsonObject): AnswerFormat {
  const { schema, type } = toObject(toObject(body['text'])['format']);
  if (type === 'json_object') return { kind: 'json' };
  if (type !== 'json_schema') return { kind: 'text' };
  return { kind: 'schema', schema: toObject(schema) };
}

function readInput(body: JsonObject): readonly JsonObject[] | Refusal {
  const input = body['input'];
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return readObjects(body, 'input');
}

export function readResponsesRequest(body: JsonObject): DemoRequest | Refusal {
  const stored = storedFields.find((name) => (body[name] ?? false) !== false);
  if (stored !== undefined) {
    return refuseField(stored, `${stored} is not supported: this gateway stores no responses.`);
  }
  if (Number(body['top_logprobs'] ?? 0) > 0) {
    return refuseField('top_logprobs', 'top_logprobs is not supported by the demo.');
  }
  const items = readInput(body);
  if ('refused' in items) return items;
  const maxTokens = readCount(body, ['max_output_tokens']);
  if (typeof maxTokens === 'object') return maxTokens;
  const tools = toList(body['tools']).filter(isObject);
  const messages = items.filter(({ role }) => typeof role === 'string');
  const lastUser = messages.findLast(({ role }) => role === 'user');
  return {
    messages: messages.length,
    lastText: readText(lastUser?.['content']),
    endsWithResult: (toText(items.at(-1)?.['type']) ?? '').endsWith('_call_output'),
    tools: readTools(tools),
    offered: tools.flatMap((tool) => toText(tool['name'] ?? tool['type']) ?? []),
    toolChoice: readToolChoice(body['tool_choice']),
    maxTokens,
    stop: [],
    choices: 1,
    format: readFormat(body),
  };
}
