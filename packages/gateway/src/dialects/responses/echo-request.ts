import { toList, toObject } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';

function echoTool(entry: Json): Json {
  const tool = toObject(entry);
  if (tool['type'] !== 'function') return entry;
  return { description: null, parameters: null, strict: true, ...tool };
}

function echoFormat(stated: Json | undefined): JsonObject {
  const format = toObject(stated);
  if (format['type'] !== 'json_schema') return { type: format['type'] ?? 'text' };
  return { description: null, strict: false, ...format };
}

/** What a response repeats of its request, with the defaults that the wire states. */
export function echoRequest(body: JsonObject): JsonObject {
  const reasoning = toObject(body['reasoning']);
  const text = toObject(body['text']);
  return {
    background: false,
    instructions: body['instructions'] ?? null,
    max_output_tokens: body['max_output_tokens'] ?? null,
    max_tool_calls: body['max_tool_calls'] ?? null,
    metadata: body['metadata'] ?? {},
    parallel_tool_calls: body['parallel_tool_calls'] ?? true,
    presence_penalty: body['presence_penalty'] ?? 0,
    frequency_penalty: body['frequency_penalty'] ?? 0,
    previous_response_id: null,
    prompt_cache_key: body['prompt_cache_key'] ?? null,
    reasoning: { effort: reasoning['effort'] ?? null, summary: reasoning['summary'] ?? null },
    safety_identifier: body['safety_identifier'] ?? null,
    service_tier: 'default',
    // Whatever was asked: nothing is stored here.
    store: false,
    temperature: body['temperature'] ?? 1,
    text: { format: echoFormat(text['format']), verbosity: text['verbosity'] ?? 'medium' },
    tool_choice: body['tool_choice'] ?? 'auto',
    tools: toList(body['tools']).map(echoTool),
    top_logprobs: body['top_logprobs'] ?? 0,
    top_p: body['top_p'] ?? 1,
    truncation: body['truncation'] ?? 'disabled',
    user: body['user'] ?? null,
  };
}
