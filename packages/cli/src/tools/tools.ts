import { loadToolPackages } from '@modelrack/setup';
import type { Context } from '../world/context.ts';
import { toolSet, type ToolSet } from './tool-set.ts';
import { tools as ownTools } from './tools.generated.ts';

/** Ours, and those of packages that the user agreed to. */
export async function toolsOf(context: Context): Promise<ToolSet> {
  const packages = await loadToolPackages(await context.machine());
  if (packages.length === 0) return ownToolSet();
  const { packagedTool } = await import('./packaged-tool.ts');
  return toolSet([...ownTools, ...packages.map((known) => packagedTool(known))]);
}

/** Those that come with the command. */
export function ownToolSet(): ToolSet {
  return toolSet(ownTools);
}
