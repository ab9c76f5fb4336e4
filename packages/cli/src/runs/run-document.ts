import type { Catalog } from '@modelrack/catalog';
import { diffOf, type Connection, type ToolOutcome } from '@modelrack/setup';
import { sourceOf } from '../lists/model-list.ts';

/** What one connection's run came to. */
export interface RunResult {
  readonly connection: Connection;
  readonly catalog: Catalog | undefined;
  readonly tools: readonly ToolOutcome[];
  /** Diffs are shown: nothing was written. */
  readonly isPreview: boolean;
}

/** What `--json` prints of a run. */
export async function runDocument(command: string, results: readonly RunResult[]): Promise<object> {
  const [first] = results;
  const several = results.length > 1 ? { gateways: results.map(gatewayRow) } : {};
  const tools = await Promise.all(results.flatMap((result) => result.tools.map((tool) => toolRow(tool, result))));
  return {
    schema: 1,
    command,
    gateway: first === undefined ? null : gatewayRow(first),
    catalog: catalogRow(first?.catalog),
    ...several,
    tools,
  };
}

function gatewayRow({ connection }: RunResult): object {
  return { name: connection.name, apiRoot: connection.apiRoot };
}

function catalogRow(catalog: Catalog | undefined): object | null {
  if (catalog === undefined) return null;
  return {
    models: catalog.models.size,
    aliases: [...catalog.models.values()].filter((model) => model.form === 'alias').length,
    skipped: catalog.skipped.length,
    source: sourceOf(catalog),
    fetchedAt: catalog.fetchedAt,
    warnings: catalog.warnings,
  };
}

async function toolRow(outcome: ToolOutcome, result: RunResult): Promise<object> {
  const files = outcome.files.map(async (file) => ({
    path: file.path,
    action: file.action,
    backup: file.backup,
    ...(result.isPreview ? { diff: await diffOf(file) } : {}),
  }));
  return {
    tool: outcome.tool,
    gateway: result.connection.name,
    status: outcome.status,
    files: await Promise.all(files),
    models: outcome.models,
    notes: outcome.notes,
    error: outcome.error,
  };
}
