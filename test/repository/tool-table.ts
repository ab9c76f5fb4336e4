import type { FileSpec, Place, ToolDefinition } from '@modelrack/tool-kit';

export const wireNames = { chat: 'chat completions', messages: 'Anthropic Messages', responses: 'Responses' } as const;
export const proofs = {
  ran: 'the real tool ran',
  schema: 'its published schema',
  documentation: 'its documentation',
} as const;

/** The table of supported tools, as Markdown with even columns. */
export function toolTable(tools: readonly ToolDefinition[]): string {
  const head = ['tool', '`setup` …', 'file', 'format', 'it speaks', 'checked release', 'checked by'];
  const rows = tools.map((tool) => [
    `[${tool.name}](${tool.homepage})`,
    [`[\`${tool.id}\`](packages/tools/${tool.id})`, ...tool.aliases.map((name) => `\`${name}\``)].join(', '),
    joined(tool.files.map(placeText)),
    joined(tool.files.map(({ format }) => format.toUpperCase())),
    joined(tool.wires.map((wire) => wireNames[wire])),
    tool.verified,
    proofs[tool.verification],
  ]);
  return markdownTable([head, ...rows]);
}

function joined(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ');
}

/** Where a file is when no variable says otherwise; of several names the one that a new file gets. */
function placeText({ places }: FileSpec): string {
  const place = places.findLast((candidate) => !('env' in candidate)) ?? places[0];
  return place === undefined ? '' : `\`${pathText(place).replace('{connection}', 'modelrack')}\``;
}

export function pathText(place: Place): string {
  if ('home' in place) return `~/${place.home}`;
  if ('xdgConfig' in place) return `~/.config/${place.xdgConfig}`;
  if ('xdgData' in place) return `~/.local/share/${place.xdgData}`;
  if ('config' in place) return `<application data>/${place.config}`;
  if ('project' in place) return `./${place.project}`;
  return place.path === undefined ? `$${place.env}` : `$${place.env}/${place.path}`;
}

export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head, ...body] = rows.map((row) => line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}
