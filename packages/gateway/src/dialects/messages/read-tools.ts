import { isObject, toList, toObject, toText } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { RequestNotes } from '../chat/request-notes.ts';
import { nameTools } from '../chat/tool-names.ts';
import type { ToolNames } from '../chat/tool-names.ts';

/** A tool of the caller's; those of the provider have a dated type and no schema. */
function isOwn(tool: JsonObject): boolean {
  return isObject(tool['input_schema']) && typeof tool['name'] === 'string';
}

/** Names in `tool_reference` blocks: tools that a search has brought in. */
function findReferenced(messages: readonly Json[]): ReadonlySet<string> {
  const blocks = messages.flatMap((message) => toList(toObject(message)['content']));
  const inner = blocks.flatMap((block) => toList(toObject(block)['content'])).map(toObject);
  return new Set(inner.flatMap((one) => (one['type'] === 'tool_reference' ? (toText(one['tool_name']) ?? []) : [])));
}

export function nameMessagesTools(body: JsonObject): ToolNames {
  const tools = toList(body['tools']).map(toObject);
  return nameTools(tools.filter(isOwn).map(({ name }) => ({ name: toText(name) ?? '' })));
}

function writeTool(tool: JsonObject, names: ToolNames): JsonObject {
  const { description, input_schema: parameters = {} } = tool;
  const name = names.toChat({ name: toText(tool['name']) ?? '' });
  const said = typeof description === 'string' ? { description } : {};
  const strict = tool['strict'] === true ? { strict: true } : {};
  return { type: 'function', function: { name, ...said, parameters, ...strict } };
}

/**
 * Functions for what the model may call. A deferred tool is unknown to it until a search has found it; where the
 * provider was to search, all are offered.
 */
export function readTools(body: JsonObject, names: ToolNames, notes: RequestNotes): readonly JsonObject[] {
  const tools = toList(body['tools']).map(toObject);
  const foreign = tools.filter((tool) => !isOwn(tool)).map(({ type, name }) => toText(type) ?? toText(name) ?? '');
  for (const type of foreign) notes.warn(`tool ${type} was left out: it would run at the provider`);
  const searches = foreign.some((type) => type.startsWith('tool_search'));
  const referenced = findReferenced(toList(body['messages']));
  const isOffered = ({ name, defer_loading: isDeferred }: JsonObject): boolean =>
    isDeferred !== true || searches || referenced.has(toText(name) ?? '');
  return tools.filter((tool) => isOwn(tool) && isOffered(tool)).map((tool) => writeTool(tool, names));
}

export function readToolChoice(body: JsonObject, names: ToolNames): JsonObject {
  const choice = toObject(body['tool_choice']);
  const parallel = choice['disable_parallel_tool_use'] === true ? { parallel_tool_calls: false } : {};
  const name = toText(choice['name']);
  switch (choice['type']) {
    case 'any':
      return { tool_choice: 'required', ...parallel };
    case 'none':
      return { tool_choice: 'none' };
    case 'tool':
      if (name === undefined) return parallel;
      return { tool_choice: { type: 'function', function: { name: names.toChat({ name }) } }, ...parallel };
    default:
      return parallel;
  }
}
