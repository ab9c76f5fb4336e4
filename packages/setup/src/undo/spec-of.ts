import type { FileRecord } from '@modelrack/config-edit';
import type { FileSpec, ToolDefinition } from '@modelrack/tool-kit';
import { choosePlace, mainFileOf } from '../machine/resolve-place.ts';
import type { Machine } from '../machine/types.ts';

/** Which file of the tool it is. Records of before November 2026 do not say so: there the place tells, or the format. */
export function specOf(machine: Machine, tool: ToolDefinition, record: FileRecord): FileSpec {
  const [connection = ''] = Object.keys(record.owners).concat(record.stack.at(-1)?.connection ?? []);
  const spec =
    everyFileOf(tool).find(({ id }) => id === record.spec) ??
    tool.files.find((one) => choosePlace(machine, one, connection).path === record.path) ??
    tool.files.find(({ format }) => record.path.endsWith(`.${format}`)) ??
    mainFileOf(tool.files);
  if (spec === undefined) throw new Error('a tool has at least one file');
  return spec;
}

/** Those of the MCP server and of the start too, which the tool is not equipped with where nothing of ours is left. */
function everyFileOf({ files, mcp, atStart = [] }: ToolDefinition): readonly FileSpec[] {
  const others = [...(mcp === undefined ? [] : [mcp]), ...atStart].map(({ file }) => file);
  return [...files, ...others.filter((file) => typeof file !== 'string')];
}
