import { createHash } from 'node:crypto';

/** How a tool is called in the caller's own dialect. */
export interface ToolName {
  readonly name: string;
  /** Of the group that it came in. */
  readonly namespace?: string;
  /** Takes one bare text, not JSON. */
  readonly isFreeform?: boolean;
}

export interface ToolNames {
  /** What the upstream calls it. */
  toChat(tool: ToolName): string;
  /** What the caller calls it; a name that nobody offered stays as it is. */
  fromChat(name: string): ToolName;
}

/** What OpenAI takes as the name of a function; others are no more generous. */
const longest = 64;

function shorten(name: string): string {
  const plain = name.replaceAll(/[^\w-]/gu, '_');
  if (plain === name && name.length <= longest) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${plain.slice(0, longest - hash.length - 1)}_${hash}`;
}

/** `mcp__house` and `add` are `mcp__house__add`, which is also what such a tool is called without groups. */
function flatten({ name, namespace }: ToolName): string {
  if (namespace === undefined) return name;
  return namespace.endsWith('__') ? `${namespace}${name}` : `${namespace}__${name}`;
}

function identify({ name, namespace = '' }: ToolName): string {
  return JSON.stringify([namespace, name]);
}

/** Names of these tools as a chat upstream takes them, and the way back. */
export function nameTools(tools: readonly ToolName[]): ToolNames {
  const chatNames = new Map<string, string>();
  const tellers = new Map<string, ToolName>();
  for (const tool of tools) {
    const key = identify(tool);
    if (chatNames.has(key)) continue;
    const flat = shorten(flatten(tool));
    const isTaken = tellers.has(flat);
    const chatName = isTaken ? shorten(`${flat} ${key}`) : flat;
    chatNames.set(key, chatName);
    tellers.set(chatName, tool);
  }
  return {
    toChat: (tool) => chatNames.get(identify(tool)) ?? shorten(flatten(tool)),
    fromChat: (name) => tellers.get(name) ?? { name },
  };
}
