import { readModelList, type Catalog } from '@modelrack/catalog';
import { planRun, type Connection, type Machine } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { trouble, type Check } from './check.ts';

/** Refusals that lie in what stands in a file, whatever the gateway lists. */
const reasons: ReadonlySet<string> = new Set(['file-not-ours', 'file-shape']);

/**
 * Whether something stands under the name of the connection that is not ours. Found by planning with a list of one
 * model: the gateway may be down. Nothing is broken as long as the tool is not set up.
 */
export async function checkBlock(
  machine: Machine,
  tool: ToolDefinition,
  connection: Connection,
): Promise<readonly Check[]> {
  const isSetUp = connection.tools[tool.id] !== undefined;
  const choice = { models: undefined, exclude: undefined, default: undefined, ticked: undefined };
  const { tools } = await planRun(machine, {
    command: isSetUp ? 'refresh' : 'setup',
    connection,
    key: 'none',
    catalog: sampleOf(connection),
    tools: [{ tool, isNamed: false, ...choice }],
    // Consents are asked for elsewhere.
    takeOver: true,
    allowShrink: true,
    project: false,
    configFile: undefined,
    wire: () => Promise.resolve('present'),
  });
  return tools.flatMap(({ error }): Check[] => {
    if (error === null || !reasons.has(error.code)) return [];
    const check = trouble('block', tool.id, error);
    return [isSetUp ? check : { ...check, status: 'warn' }];
  });
}

function sampleOf({ apiRoot }: Connection): Catalog {
  const { models } = readModelList({ data: [{ id: 'lite', context_window: 128_000 }] });
  return { apiRoot, models, skipped: [], warnings: [], partial: false, source: 'cache', fetchedAt: '' };
}
