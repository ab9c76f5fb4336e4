import { loadEditor, type Document, type Path, type Step } from '@modelrack/config-edit';
import type { FileSpec, ToolDefinition } from '@modelrack/tool-kit';
import { forkOf, recordsOf, runIn, textsOf, writeIn, type Home, type Texts } from './home.ts';

/** The files of the tool, with the one that it keeps for its MCP servers alone. */
export function specsOf({ files, mcp }: ToolDefinition): readonly FileSpec[] {
  return typeof mcp?.file === 'object' ? [...files, mcp.file] : files;
}

export async function documentOf(tool: ToolDefinition, id: string, text: string): Promise<Document> {
  const spec = specsOf(tool).find((one) => one.id === id);
  if (spec === undefined) throw new Error(`the tool has no file ${id}`);
  const editor = await loadEditor(spec.format);
  const read = spec.top === 'list' ? editor.readList : editor.read;
  return read(new TextEncoder().encode(text), spec.id, spec.format);
}

/** Below what holds the MCP servers: the entry of ours goes as a whole. */
export function isInServers({ mcp }: ToolDefinition, path: Path): boolean {
  return mcp !== undefined && JSON.stringify(path).startsWith(`${JSON.stringify(mcp.path).slice(0, -1)},`);
}

/** Ours, for that gateway, in whatever format. */
export function hasOurServer(texts: Texts, gateway: string): boolean {
  const call = gateway === 'modelrack' ? /modelrack\.js mcp (?!gateway )/ : `modelrack.js mcp gateway ${gateway} `;
  return [...texts.values()].some((text) => {
    const words = `${text.replaceAll(/[\s"',[\]-]+/g, ' ')} `;
    return typeof call === 'string' ? words.includes(call) : call.test(words);
  });
}

/** These files with a server of the user's own in them, where the tool looks for them. */
export async function withOwnServer(home: Home): Promise<Texts> {
  const { tool } = home;
  const texts = textsOf(home);
  const { mcp } = tool;
  if (mcp === undefined || home.place !== 'usual') return texts;
  const spec = typeof mcp.file === 'string' ? mcp.file : mcp.file.id;
  const fork = forkOf(home);
  await runIn(fork, {
    command: 'setup',
    gateway: 'modelrack',
    ids: ['lite'],
    key: 'sk-test-key-0123456789',
    mcp: true,
  });
  const record = recordsOf(fork).find((one) => one['spec'] === spec);
  if (record === undefined) throw new Error(`${tool.id} has no file for its servers`);
  const name = String(record['path']).slice(home.path.length + 1);
  const document = await documentOf(tool, spec, texts.get(name) ?? '');
  const step: Step = mcp.as === 'list' ? { item: { name: 'mine' } } : 'mine';
  const value = { ...(mcp.as === 'list' ? { name: 'mine' } : {}), command: 'mine-server' };
  const { bytes } = (await loadEditor(document.format)).edit(document, [
    { op: 'set', path: [...mcp.path, step], value },
  ]);
  return new Map(texts).set(name, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
}

/** What a user adds to the entry of our server. */
export async function addToServer(home: Home, gateway: string): Promise<void> {
  const { tool } = home;
  const { mcp } = tool;
  if (mcp === undefined) return;
  const spec = typeof mcp.file === 'string' ? mcp.file : mcp.file.id;
  const record = recordsOf(home).find((one) => one['spec'] === spec);
  const name = String(record?.['path']).slice(home.path.length + 1);
  const document = await documentOf(tool, spec, textsOf(home).get(name) ?? '');
  const step: Step = mcp.as === 'list' ? { item: { name: gateway } } : gateway;
  const edit = { op: 'set', path: [...mcp.path, step, 'disabled'], value: true } as const;
  const { bytes } = (await loadEditor(document.format)).edit(document, [edit]);
  writeIn(home, name, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
}
