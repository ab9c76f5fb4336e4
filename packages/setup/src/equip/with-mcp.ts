import type { Json, Path, Step } from '@modelrack/config-edit';
import type { Change, FileSpec, McpSection, PlanInput, SetRule, ToolDefinition, ToolFile } from '@modelrack/tool-kit';

/** Our own command as a tool is to start it. */
export interface McpServer {
  readonly command: string;
  readonly args: readonly string[];
  /** The key is in this variable. */
  readonly keyVariable: string | undefined;
  /** It was asked for in this very run, so what the user took out comes back. */
  readonly isAsked: boolean;
}

const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/** The tool with the file of its servers, and our server among what it plans; undefined: it is to go. */
export function withMcp(tool: ToolDefinition, server: McpServer | undefined): ToolDefinition {
  const { mcp } = tool;
  if (mcp === undefined) return tool;
  const files = typeof mcp.file === 'string' ? tool.files : [...tool.files, mcp.file];
  if (server === undefined) return { ...tool, files };
  return {
    ...tool,
    files,
    callsUs: true,
    plan: (input) => [...tool.plan(input), ...serverChanges(mcp, server, input)],
  };
}

/** The file of the servers among those of the tool. */
export function mcpFileOf({ files, mcp }: ToolDefinition): FileSpec | undefined {
  return typeof mcp?.file === 'string' ? files.find(({ id }) => id === mcp.file) : mcp?.file;
}

/** The entry of our server. */
export function serverPlace(mcp: McpSection, name: string): { readonly file: string; readonly path: Path } {
  const step: Step = mcp.as === 'list' ? { item: { name } } : name;
  return { file: typeof mcp.file === 'string' ? mcp.file : mcp.file.id, path: [...mcp.path, step] };
}

function serverChanges(mcp: McpSection, server: McpServer, { gateway, file }: PlanInput): readonly Change[] {
  const { file: id, path: entry } = serverPlace(mcp, gateway.id);
  const there = file(id);
  const standing = standingOf(there, entry);
  if (standing === 'theirs') {
    const text = `"${gateway.id}" among the MCP servers of ${there.path} was not written by modelrack and stays: rename it, or use another name: --gateway NAME`;
    return [{ kind: 'note', text }];
  }
  const ruleOf = (field: string): SetRule => {
    // A path that died is replaced; what the user changed beside it stays, unless all of it is asked for anew.
    const isPath = standing === 'ours' && ['command', 'cmd', 'args'].includes(field);
    return server.isAsked || isPath ? 'outdated' : 'field';
  };
  const fields = Object.entries(fieldsOf(mcp, server, gateway.id));
  const { needs, note } = mcp;
  return [
    ...fields.map(([name, value]) => there.set([...entry, name], value, ruleOf(name))),
    there.slot(entry),
    ...(needs === undefined ? [] : [there.set(needs.path, needs.value, 'missing')]),
    ...(note === undefined || !server.isAsked ? [] : [{ kind: 'note', text: note } as const]),
  ];
}

function fieldsOf(mcp: McpSection, server: McpServer, name: string): Record<string, Json> {
  const { command, args, keyVariable } = server;
  const fixedFields = Object.entries(mcp.fields ?? {}).map(([field, value]) => [
    field,
    value === '{name}' ? name : value,
  ]);
  return {
    ...Object.fromEntries(fixedFields),
    ...(mcp.command === 'list' ? { command: [command, ...args] } : { [mcp.command ?? 'command']: command, args }),
    ...variablesOf(mcp, keyVariable),
  };
}

/** Names and references, never a value: no entry holds the key. */
function variablesOf({ variables }: McpSection, key: string | undefined): Record<string, Json> {
  if (variables === undefined) return {};
  if ('names' in variables) return { [variables.names]: [...(key === undefined ? [] : [key]), ...proxies] };
  return key === undefined ? {} : { env: { [key]: variables.reference(key) } };
}

/** An entry under our name is ours if it starts our own command, by whatever Node. */
function standingOf(file: ToolFile, entry: Path): 'absent' | 'ours' | 'theirs' {
  const standing = file.get(entry);
  if (standing === undefined) return 'absent';
  // What is left of an entry whose command the user took out is the user's to decide.
  return startsOurServer(standing) ? 'ours' : 'theirs';
}

export function startsOurServer(entry: Json): boolean {
  const text = JSON.stringify(entry);
  return /modelrack\.js"/.test(text) && text.includes('"mcp"');
}
