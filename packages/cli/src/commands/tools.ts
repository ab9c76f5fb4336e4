import { findTools } from '@modelrack/setup';
import type { Context } from '../context.ts';
import { table } from '../output/table.ts';
import { loadAllTools } from '../tools.ts';

export async function listTools(context: Context): Promise<number> {
  const found = await findTools(await context.machine(), await loadAllTools());
  const { printer } = context;
  printer.document({
    schema: 1,
    tools: found.map(({ tool, isFound, version, files }) => ({
      tool: tool.id,
      name: tool.name,
      aliases: tool.aliases,
      found: isFound,
      version: version ?? null,
      file: files[0]?.path ?? null,
      format: tool.files[0]?.format ?? null,
      wires: tool.wires,
      exclusive: tool.exclusive,
      verified: tool.verified,
      verification: tool.verification,
      homepage: tool.homepage,
    })),
  });
  const rows = found.map(({ tool, isFound, version, files }) => [
    tool.id,
    isFound ? (version ?? 'yes') : '-',
    files[0]?.path ?? '-',
    tool.files[0]?.format ?? '-',
    tool.wires.join(', '),
    `${tool.verified} (${tool.verification})`,
  ]);
  printer.result(table(['TOOL', 'FOUND', 'FILE', 'FORMAT', 'WIRE', 'VERIFIED'], rows));
  return 0;
}
