import { readModelList, type Catalog } from '@modelrack/catalog';
import { planRun, type Connection, type Machine } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { trouble, type Finding } from '../finding.ts';

/** Refusals that lie in what is in a file, whatever the gateway lists. */
const reasons: ReadonlySet<string> = new Set(['file-not-ours', 'file-shape']);

/**
 * Whether something is under the name of the connection that is not ours, in a tool that is not set up. Found by
 * planning with a list of one model: the gateway may be down.
 */
export async function checkBlock(
  machine: Machine,
  tool: ToolDefinition,
  connection: Connection,
): Promise<readonly Finding[]> {
  const { tools } = await planRun(machine, {
    command: 'setup',
    connection,
    key: 'none',
    catalog: sampleOf(connection),
    tools: [{ tool, isNamed: false }],
    // Consents are asked for elsewhere.
    takeOver: true,
    allowShrink: true,
    project: false,
    configFile: undefined,
    wire: () => Promise.resolve('present'),
  });
  return tools.flatMap(({ error }): Finding[] => {
    if (error === null || !reasons.has(error.code)) return [];
    return [{ ...trouble(['block', tool.id], error), severity: 'warn' }];
  });
}

function sampleOf({ apiRoot }: Connection): Catalog {
  const { models } = readModelList({ data: [{ id: 'lite', context_window: 128_000 }] });
  return { apiRoot, models, skipped: [], warnings: [], partial: false, source: 'cache', fetchedAt: '' };
}
