import type { ToolDefinition } from '@modelrack/tool-kit';
import { foldersOf, pathsOf } from '../machine/folders.ts';
import type { Machine } from '../machine/types.ts';

/** A tool with one gateway at a time has one; else each gateway has its own. */
export function companionFolder(machine: Machine, tool: ToolDefinition, connection: string): string {
  const name = tool.exclusive ? tool.id : `${tool.id}-${connection}`;
  return pathsOf(machine).join(foldersOf(machine).plugins, name);
}
