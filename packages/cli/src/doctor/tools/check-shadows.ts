import { findNode, peekTarget, positionOf, type Json, type Path } from '@modelrack/config-edit';
import { choosePlace, parseFile, resolvePlace, type Connection, type Machine } from '@modelrack/setup';
import type { FileSpec, Shadow, ToolDefinition } from '@modelrack/tool-kit';
import { failure, info, warning, type Finding } from '../finding.ts';
import { unsetLine } from '../fix-lines.ts';
import { keyName } from '../key-name.ts';

/** Variables of the shell, lines and other files that beat what we wrote: which layer wins. */
export async function checkShadows(
  machine: Machine,
  tool: ToolDefinition,
  connection: Connection | undefined,
): Promise<readonly Finding[]> {
  if (connection?.tools[tool.id] === undefined) return [];
  const each = await Promise.all(
    (tool.shadowedBy ?? []).map((shadow) => checkShadow(machine, tool, { shadow, connection })),
  );
  return each.flat();
}

interface Asked {
  readonly shadow: Shadow;
  readonly connection: Connection;
}

async function checkShadow(
  machine: Machine,
  tool: ToolDefinition,
  { shadow, connection }: Asked,
): Promise<readonly Finding[]> {
  const about = ['shadow', tool.id] as const;
  const tell = tellerOf(shadow);
  const code = shadow.isFatal === true ? 'file-shape' : null;
  if ('variable' in shadow) {
    const name = shadow.variable.replace('{CONNECTION}', connection.name.toUpperCase());
    const isKeyItself = 'env' in connection.key && connection.key.env === name;
    if (!machine.variables[name] || isKeyItself) return [];
    const message = `the variable ${name} ${shadow.why}`;
    return [
      tell(about, message, {
        code,
        evidence: `${name} is set in this shell`,
        fix: shadow.loses === true ? null : unsetLine(machine, name),
      }),
    ];
  }
  const file = fileOf(machine, tool, { shadow, connection });
  if (file === undefined) return [];
  const found = await linesIn(machine, file);
  return found.map(({ key, line, column }) =>
    tell(about, `${keyName(key)} ${shadow.why}`, {
      code,
      path: file.path,
      line,
      column,
      hint: 'remove the line from the file, or run without it',
    }),
  );
}

function tellerOf({ isFatal, loses }: Shadow): typeof warning {
  if (isFatal === true) return failure;
  return loses === true ? info : warning;
}

interface Lines {
  readonly spec: FileSpec;
  readonly path: string;
  readonly keys: readonly Path[];
}

function fileOf(machine: Machine, tool: ToolDefinition, { shadow, connection }: Asked): Lines | undefined {
  if ('variable' in shadow) return undefined;
  if ('spec' in shadow) {
    const spec = tool.files.find(({ id }) => id === shadow.spec);
    if (spec === undefined) return undefined;
    return { spec, path: choosePlace(machine, spec, connection.name).path, keys: [shadow.key] };
  }
  const path = resolvePlace(machine, shadow.place);
  const spec: FileSpec = { id: 'shadow', format: shadow.format, places: [shadow.place] };
  // In the home folder it is the usual file.
  const isUsual = tool.files.some((usual) => choosePlace(machine, usual, connection.name).path === path);
  return path === undefined || isUsual ? undefined : { spec, path, keys: shadow.keys };
}

async function linesIn(
  machine: Machine,
  { spec, path, keys }: Lines,
): Promise<readonly { key: Path; line: number; column: number }[]> {
  const { bytes } = peekTarget(machine.fs, path);
  if (bytes === undefined) return [];
  const document = await parseFile(spec, bytes, path);
  return keys.flatMap((key) => {
    const node = document.root === undefined ? undefined : findNode(document.root, key);
    if (node === undefined || isOff(node.kind === 'scalar' ? node.value : undefined)) return [];
    return [{ key, ...positionOf(document, node.start) }];
  });
}

/** The empty text is what switches a variable off. */
function isOff(value: Json | bigint | undefined): boolean {
  return value === '' || value === null;
}
