import type { FileSpec, KeyForm, McpSection, Place, ToolDefinition } from '@modelrack/tool-kit';
import { markdownTable, pathText, proofs, wireNames } from './tool-table.ts';

const keyForms: Readonly<Record<KeyForm, string>> = {
  env: 'the name of a variable',
  file: 'the path of a file of ours',
  command: 'a command that prints it',
  literal: 'the key itself, in a file of mode 0600',
  manual: 'nothing: it is entered by hand',
};

const choices = {
  many: 'all that were chosen, in its own list',
  one: 'one',
  live: 'it asks the gateway itself',
} as const;

/** What a tool's page says of it that its definition knows, as Markdown with even columns. */
export function toolFacts(tool: ToolDefinition): string {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['tool', `[${tool.name}](${tool.homepage})`],
    ['called', [tool.id, ...tool.aliases].map((name) => `\`${name}\``).join(', ')],
    ['files', tool.files.map(fileText).join('; ')],
    ['in a project', projectText(tool)],
    ['it speaks', tool.wires.map((wire) => wireNames[wire]).join(', ')],
    ['models', choices[tool.modelChoice]],
    ['its switcher', quotedCommand(tool.picks)],
    ['while it runs', tool.reload ?? 'it sees a change by itself'],
    ['gets the key as', tool.key.map((form) => keyForms[form]).join(', else ')],
    ['other gateways', tool.exclusive ? 'one at a time: `--take-over` switches it over' : 'stay beside ours'],
    ['left out', leftOut(tool)],
    ['`/m-`', tool.companion === undefined ? undefined : 'finds models in it by a few letters'],
    ['MCP server', mcpText(tool)],
    ['at its start', startText(tool)],
    ['one session', sessionText(tool)],
    ['checked', `${tool.verified}: ${proofs[tool.verification]}`],
  ];
  return markdownTable([['', ''], ...rows.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]))]);
}

function fileText({ places, format }: FileSpec): string {
  const paths = places.map((place) => `\`${pathText(place).replace('{connection}', 'modelrack')}\``);
  return `${paths.join(', else ')} (${format.toUpperCase()})`;
}

function projectText({ files }: ToolDefinition): string | undefined {
  const places = files.flatMap(({ project = [] }) => [
    project.map((place) => `\`${pathText(place)}\``).join(', else '),
  ]);
  const paths = places.filter((text) => text !== '').join('; ');
  return paths === '' ? undefined : `with \`--project\`, ${paths}`;
}

/** Some are a key or a menu, in words. */
function quotedCommand(picks: string): string {
  return /^\/[\w-]+$/.test(picks) ? `\`${picks}\`` : picks;
}

function leftOut({ interpolates }: ToolDefinition): string | undefined {
  if (interpolates.length === 0) return undefined;
  const marks = interpolates.map((mark) => `\`${mark.replace('^', '')}\`${mark.startsWith('^') ? ' in front' : ''}`);
  return `ids with ${marks.join(', ')}, which it would replace`;
}

function sessionText({ id, session }: ToolDefinition): string | undefined {
  if (session === undefined) return undefined;
  if ('missing' in session) return `no: ${session.missing}`;
  const words = Object.keys(session.variables ?? {}).map((name) => `\`${name}\``);
  const flag = session.args?.[0];
  const by = [...words, ...(flag === undefined ? [] : [`\`${flag}\``])].join(', ');
  const hidden = session.hides === undefined ? '' : `; it does not see ${session.hides} then`;
  return `\`modelrack run ${id}\`, by ${by}${hidden}`;
}

function mcpText({ mcp, files }: ToolDefinition): string | undefined {
  if (mcp === undefined) return undefined;
  const spec = specOf(mcp, files);
  return `with \`--mcp\`, in ${placeText(mcp, spec?.places.findLast(isPlain) ?? spec?.places[0])}`;
}

function startText({ atStart = [], files }: ToolDefinition): string | undefined {
  if (atStart.length === 0) return undefined;
  const places = atStart.map((hook) => placeText(hook, specOf(hook, files)?.places.find(isPlain)));
  return `it brings the list up to date, by ${places.join(', else ')}`;
}

const isPlain = (place: Place): boolean => !('env' in place);

function specOf({ file }: Pick<McpSection, 'file'>, files: readonly FileSpec[]): FileSpec | undefined {
  return typeof file === 'string' ? files.find(({ id }) => id === file) : file;
}

function placeText({ path }: Pick<McpSection, 'path'>, place: Place | undefined): string {
  const where = place === undefined ? '' : ` of \`${pathText(place).replace('{connection}', 'modelrack')}\``;
  return `\`${path.join('.')}\`${where}`;
}
