import type { ToolDefinition } from '@modelrack/tool-kit';
import { workspacePackages } from './packages.ts';

/** The definition that each folder of `packages/tools` exports, in the order of their names. */
export async function supportedTools(): Promise<readonly ToolDefinition[]> {
  const folders = workspacePackages().filter(({ kind }) => kind === 'tool');
  // Every tool's package exports its definition.
  const modules = await Promise.all(
    folders.map(({ manifest }) => import(manifest.name) as Promise<{ default: ToolDefinition }>),
  );
  return modules.map((module) => module.default);
}
