import type { JsonObject } from '../json.ts';
import type { Wire } from '../types.ts';

export const paths = {
  chat: '/v1/chat/completions',
  messages: '/v1/messages',
  responses: '/v1/responses',
} as const satisfies Record<Wire, string>;
export const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
export const filler = { maxTokens: undefined, stop: undefined, tool: undefined, format: undefined };

export interface Script {
  readonly text: string;
  readonly maxTokens: number | undefined;
  readonly stop: string | undefined;
  readonly tool: 'auto' | 'required' | undefined;
  readonly format: 'schema' | undefined;
}

/** The same wish on each of the wires. */
export function writeRequest(wire: Wire, script: Script, model = 'demo/echo'): JsonObject {
  const { format, maxTokens, stop, text, tool } = script;
  const messages = [{ role: 'user', content: text }];
  if (wire === 'messages') {
    const choice = { type: tool === 'required' ? 'any' : 'auto' };
    return {
      model,
      messages,
      max_tokens: maxTokens ?? 1000,
      ...(stop === undefined ? {} : { stop_sequences: [stop] }),
      ...(tool === undefined ? {} : { tools: [{ name: 'look', input_schema: schema }], tool_choice: choice }),
      ...(format === undefined ? {} : { output_config: { format: { type: 'json_schema', schema } } }),
    };
  }
  const named = { name: 'look', parameters: schema };
  if (wire === 'responses') {
    return {
      model,
      input: messages,
      ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
      ...(tool === undefined ? {} : { tools: [{ type: 'function', ...named }], tool_choice: tool }),
      ...(format === undefined ? {} : { text: { format: { type: 'json_schema', name: 'city', schema } } }),
    };
  }
  return {
    model,
    messages,
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(stop === undefined ? {} : { stop }),
    ...(tool === undefined ? {} : { tools: [{ type: 'function', function: named }], tool_choice: tool }),
    ...(format === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'city', schema } } }),
  };
}
