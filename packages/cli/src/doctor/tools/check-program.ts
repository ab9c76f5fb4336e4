import { findTool, installedVersion, type Machine } from '@modelrack/setup';
import { isOlder, type ToolDefinition } from '@modelrack/tool-kit';
import { fine, info, unchecked, warning, type Finding } from '../finding.ts';

/** Is the program there, and is it one that the facts were checked with? Last: nothing else fails by it. */
export async function checkProgram(
  machine: Machine,
  tool: ToolDefinition,
  isSetUp: boolean,
): Promise<readonly Finding[]> {
  const { isFound, program } = findTool(machine, tool);
  const about = ['tool', tool.id] as const;
  if (program === undefined && tool.detect.bin.length > 0) return [missing(tool, { isFound, isSetUp })];
  const version = await installedVersion(machine, tool);
  const verified = `verified with ${tool.verified}`;
  if (version === undefined) return [unchecked(about, `it is installed, but its release is unknown; ${verified}`)];
  if (!isOlder(version, tool.verified)) return [fine(about, `${version}; ${verified}`)];
  return [
    info(about, `${version} is older than the release that modelrack was checked with`, {
      evidence: verified,
      hint: `update ${tool.name} if something in it does not work`,
    }),
  ];
}

function missing(tool: ToolDefinition, { isFound, isSetUp }: { isFound: boolean; isSetUp: boolean }): Finding {
  const about = ['tool', tool.id] as const;
  const names = tool.detect.bin.join(' or ');
  const hint = `see ${tool.homepage}, or remove its entries with: modelrack remove ${tool.id}`;
  if (isSetUp && !isFound) return warning(about, `set up, but ${tool.name} is not found on this machine`, { hint });
  if (isSetUp) return warning(about, `set up, but its program (${names}) is not on the PATH`, { hint });
  if (isFound) return info(about, `its folder is here, its program (${names}) is not on the PATH`);
  return warning(about, 'not found on this machine', { hint: `see ${tool.homepage}` });
}
