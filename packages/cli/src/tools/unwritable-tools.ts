import { findTool, type Connection, type Machine, type ToolOutcome } from '@modelrack/setup';
import type { Place } from '@modelrack/tool-kit';

/** A tool that people ask for, and why no file of it can hold a gateway's models. */
export interface UnwritableTool {
  readonly id: string;
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Behind "Cursor cannot be configured by a file: ". */
  readonly reason: string;
  /** By which it is known to be on a machine. */
  readonly folder?: Place;
}

const inDatabase = 'it keeps models and keys in a database of its own; add the gateway in its settings';

const onServer = 'its models come from the account on its server';

const unwritableTools: readonly UnwritableTool[] = [
  {
    id: 'cursor',
    name: 'Cursor',
    reason: `${inDatabase} (Models, Override OpenAI Base URL)`,
    folder: { config: 'Cursor' },
  },
  { id: 'windsurf', name: 'Windsurf', reason: onServer, folder: { config: 'Windsurf' } },
  { id: 'amp', name: 'Amp', reason: onServer, folder: { xdgConfig: 'amp' } },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    aliases: ['gemini'],
    reason: "it speaks only Google's own protocol",
    folder: { home: '.gemini' },
  },
  {
    id: 'open-webui',
    name: 'Open WebUI',
    reason: 'it asks the gateway for its models itself; give it OPENAI_API_BASE_URLS and OPENAI_API_KEYS',
  },
  { id: 'jan', name: 'Jan', reason: inDatabase, folder: { config: 'Jan' } },
  { id: 'cherry-studio', name: 'Cherry Studio', reason: inDatabase, folder: { config: 'CherryStudio' } },
  { id: 'chatbox', name: 'Chatbox', reason: inDatabase },
  { id: 'msty', name: 'Msty', reason: inDatabase, folder: { config: 'Msty' } },
  {
    id: 'roo-code',
    name: 'Roo Code',
    reason: "it keeps its profiles in the editor's secret storage; add one in its settings",
  },
  { id: 'openhands', name: 'OpenHands', reason: 'its file contains one model and no list; set LLM_BASE_URL' },
  { id: 'mods', name: 'mods', reason: 'its makers ended it; its successor is crush', folder: { xdgConfig: 'mods' } },
];

export function findUnwritable(name: string): UnwritableTool | undefined {
  const wanted = name.toLowerCase();
  return unwritableTools.find(({ id, aliases }) => id === wanted || (aliases?.includes(wanted) ?? false));
}

export function unwritableHere(machine: Machine): readonly UnwritableTool[] {
  return unwritableTools.filter(({ folder }) => {
    if (folder === undefined) return false;
    return findTool(machine, { detect: { bin: [], places: [folder] } }).isFound;
  });
}

/** A tool of this kind in the result of a run: the reason, and what to type into it instead. */
export function skippedOutcome({ id, name, reason }: UnwritableTool, connection: Connection): ToolOutcome {
  return {
    tool: id,
    status: 'skipped',
    files: [],
    models: { added: [], updated: [], removed: [], protected: [], total: 0 },
    notes: [],
    error: {
      code: 'not-writable-tool',
      message: `${name} cannot be configured by a file: ${reason}`,
      path: null,
      line: null,
      column: null,
      hint: byHand(connection),
    },
    asks: [],
  };
}

/** The values to paste. Never the key itself: where it is. */
export function byHand({ name, apiRoot, key }: Connection): string {
  const where = 'env' in key ? `the value of ${key.env}` : `what \`modelrack key ${name} | cat\` prints`;
  if ('none' in key) return `by hand: base URL ${apiRoot}, no key, models: \`modelrack export\``;
  return `by hand: base URL ${apiRoot}, key: ${where}, models: \`modelrack export\``;
}
