import { choosePlace, findTool, installedVersion } from '@modelrack/setup';
import type { FileSpec, ToolDefinition } from '@modelrack/tool-kit';
import { defaultName } from '../connections/saved-connections.ts';
import type { Context } from '../world/context.ts';
import { withProgress } from '../terminal/progress.ts';
import { shortPath } from '../text/short-path.ts';
import { table } from '../text/table.ts';
import { toolsOf } from '../tools/tools.ts';

interface Row {
  readonly tool: ToolDefinition;
  readonly isFound: boolean;
  readonly version: string | undefined;
  readonly file: string | undefined;
}

export async function listTools(context: Context): Promise<number> {
  const known = await toolsOf(context);
  const tools = await known.load(known.ids);
  const rows = await withProgress(context, 'Looking for tools', () =>
    Promise.all(tools.map((tool) => look(context, tool))),
  );
  const { printer } = context;
  const { home } = await context.machine();
  printer.document({ schema: 1, tools: rows.map(jsonRow) });
  printer.result(
    table(
      ['TOOL', 'FOUND', 'FILE', 'FORMAT', 'WIRE', 'VERIFIED'],
      rows.map((row) => cells(row, home)),
      printer.columns,
    ),
  );
  return 0;
}

async function look(context: Context, tool: ToolDefinition): Promise<Row> {
  const machine = await context.machine();
  const { isFound } = findTool(machine, tool);
  const spec = mainFile(tool);
  return {
    tool,
    isFound,
    version: isFound ? await installedVersion(machine, tool) : undefined,
    file: spec === undefined ? undefined : choosePlace(machine, spec, defaultName).path,
  };
}

/** A tool may want another file written before the one that people know. */
function mainFile(tool: ToolDefinition): FileSpec | undefined {
  return tool.files.find(({ id }) => id === 'main') ?? tool.files[0];
}

function jsonRow({ tool, isFound, version, file }: Row): object {
  return {
    tool: tool.id,
    name: tool.name,
    aliases: tool.aliases,
    found: isFound,
    version: version ?? null,
    file: file ?? null,
    format: mainFile(tool)?.format ?? null,
    wires: tool.wires,
    exclusive: tool.exclusive,
    onlyNamed: tool.onlyNamed ?? false,
    projectFile: mainFile(tool)?.project !== undefined,
    verified: tool.verified,
    verification: tool.verification,
    homepage: tool.homepage,
  };
}

function cells({ tool, isFound, version, file }: Row, home: string): readonly string[] {
  const found = isFound ? (version ?? 'yes') : '-';
  return [
    tool.id,
    found,
    file === undefined ? '-' : shortPath(file, home),
    mainFile(tool)?.format ?? '-',
    tool.wires.join(', '),
    `${tool.verified} (${tool.verification})`,
  ];
}
