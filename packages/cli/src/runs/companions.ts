import type { CompanionFiles, CompanionRequest, Companions, Machine } from '@modelrack/setup';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastList } from '../lists/cached-list.ts';

/** Tools in which `/m-` and a few letters find a model. */
const companionTools: readonly string[] = ['claude-code', 'qwen-code', 'pi'];

/** The files for `/m-` inside tools. Making them is loaded where something is to be made. */
export function companionsOf(machine: Machine): Companions {
  return {
    tools: companionTools,
    make: (asked) => filesFor(machine, asked),
    listOf: (name) => lastList(machine, name),
  };
}

async function filesFor(machine: Machine, asked: CompanionRequest): Promise<CompanionFiles> {
  const { claudeCodeFiles, piFiles, qwenCodeFiles } = await import('@modelrack/plugin');
  const { connection: gateway, companion, models, version, toolFolder, isTheirs } = asked;
  const common = { gateway, models, toolFolder, join, isTheirs };
  if (asked.tool === 'qwen-code') return qwenCodeFiles(common);
  const module = moduleOf(machine, asked.tool);
  if (asked.tool === 'pi') return piFiles({ ...common, ...companion, module });
  return claudeCodeFiles({ ...common, ...companion, version, module });
}

/** The build leaves it beside the command; where the sources run there is none. */
function moduleOf({ self }: Machine, tool: string): string | undefined {
  return self && readFileSync(join(self.folder, `${tool}-module.js`), 'utf8');
}
