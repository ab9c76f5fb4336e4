import { isObject, toList, toObject, toText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import type { RequestNotes } from '../chat/request-notes.ts';
import { nameTools } from '../chat/tool-names.ts';
import type { ToolName, ToolNames } from '../chat/tool-names.ts';

interface OfferedTool {
  readonly name: ToolName;
  readonly tool: JsonObject;
}

function listTools(tools: readonly JsonObject[], namespace?: string): readonly OfferedTool[] {
  return tools.flatMap((tool) => {
    const name = toText(tool['name']);
    if (name === undefined) return [];
    if (tool['type'] === 'namespace') return listTools(toList(tool['tools']).filter(isObject), name);
    if (tool['type'] !== 'function' && tool['type'] !== 'custom') return [];
    const group = namespace === undefined ? {} : { namespace };
    const freeform = tool['type'] === 'custom' ? { isFreeform: true } : {};
    return [{ name: { name, ...group, ...freeform }, tool }];
  });
}

function listOffered(body: JsonObject): readonly OfferedTool[] {
  return listTools(toList(body['tools']).filter(isObject));
}

export function nameResponsesTools(body: JsonObject): ToolNames {
  return nameTools(listOffered(body).map(({ name }) => name));
}

/** A tool that takes bare text becomes a function with that one argument; its grammar is told in words. */
function describeFreeform(tool: JsonObject): JsonObject {
  const { syntax, definition, type } = toObject(tool['format']);
  const grammar = type === 'grammar' ? [`The input follows this ${toText(syntax) ?? ''} grammar:`, definition] : [];
  const description = [tool['description'], ...grammar].flatMap((text) => toText(text) ?? []).join('\n\n');
  const input = { type: 'string', description: 'The whole input, as bare text.' };
  return {
    description,
    parameters: { type: 'object', properties: { input }, required: ['input'], additionalProperties: false },
  };
}

function writeTool({ name, tool }: OfferedTool, names: ToolNames): JsonObject {
  const called = { name: names.toChat(name) };
  if (name.isFreeform === true) return { type: 'function', function: { ...called, ...describeFreeform(tool) } };
  const description = toText(tool['description']);
  const said = description === undefined ? {} : { description };
  const strict = typeof tool['strict'] === 'boolean' ? { strict: tool['strict'] } : {};
  const parameters = isObject(tool['parameters']) ? tool['parameters'] : { type: 'object', properties: {} };
  return { type: 'function', function: { ...called, ...said, parameters, ...strict } };
}

const callable: ReadonlySet<string> = new Set(['function', 'custom', 'namespace']);

/** The tools that `allowed_tools` leaves. */
function selectAllowed(offered: readonly OfferedTool[], body: JsonObject): readonly OfferedTool[] {
  const choice = toObject(body['tool_choice']);
  if (choice['type'] !== 'allowed_tools') return offered;
  const allowed = new Set(toList(choice['tools']).map((tool) => toText(toObject(tool)['name']) ?? ''));
  return offered.filter(({ name }) => allowed.has(name.name) || allowed.has(name.namespace ?? ''));
}

/** Functions for what the model may call; what would run at the provider is left out. */
export function readTools(body: JsonObject, names: ToolNames, notes: RequestNotes): readonly JsonObject[] {
  for (const tool of toList(body['tools']).map(toObject)) {
    const type = toText(tool['type']) ?? 'unknown';
    if (!callable.has(type)) notes.warn(`tool ${type} was left out: it would run at the provider`);
  }
  return selectAllowed(listOffered(body), body).map((tool) => writeTool(tool, names));
}

export function readToolChoice(body: JsonObject, names: ToolNames): JsonObject {
  const choice = body['tool_choice'];
  const parallel = body['parallel_tool_calls'] === false ? { parallel_tool_calls: false } : {};
  if (choice === 'none' || choice === 'required') return { tool_choice: choice, ...parallel };
  const { type, name, namespace, mode } = toObject(choice);
  if (type === 'allowed_tools') return { tool_choice: mode === 'required' ? 'required' : 'auto', ...parallel };
  if ((type !== 'function' && type !== 'custom') || typeof name !== 'string') return parallel;
  const group = typeof namespace === 'string' ? { namespace } : {};
  return { tool_choice: { type: 'function', function: { name: names.toChat({ name, ...group }) } }, ...parallel };
}
