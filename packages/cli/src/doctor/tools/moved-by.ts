import { peekTarget } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import { mainFileOf, resolvePlace, type Connection, type Machine } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { warning, type Finding } from '../finding.ts';
import { unsetLine } from '../fix-lines.ts';

/** A variable leads the tool to another file than the one that was set up. */
export function movedBy(machine: Machine, tool: ToolDefinition, connection: Connection): readonly Finding[] {
  if (connection.tools[tool.id] === undefined) return [];
  const main = mainFileOf(tool.files);
  return (main?.places ?? []).flatMap((place): Finding[] => {
    if (!('env' in place) || !machine.variables[place.env]) return [];
    const path = resolvePlace(machine, place);
    if (path === undefined || textOf(machine, path)?.includes(connection.name) !== false) return [];
    const message = `the variable ${place.env} points ${tool.name} to another file, in which nothing is set up`;
    return [
      warning(['shadow', tool.id], message, {
        path,
        evidence: `${place.env} is set in this shell`,
        fix: unsetLine(machine, place.env),
        hint: `or set it up there too: modelrack setup ${tool.id}`,
      }),
    ];
  });
}

/** undefined: it cannot be read, which is another finding. */
function textOf(machine: Machine, path: string): string | undefined {
  try {
    return new TextDecoder().decode(peekTarget(machine.fs, path).bytes);
  } catch (error) {
    if (isRackError(error)) return undefined;
    throw error;
  }
}
