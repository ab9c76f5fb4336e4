import { readTarget, type FileState } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import { choosePlace, isInGitWorkTree, parseFile, resolvePlace, type Connection, type Machine } from '@modelrack/setup';
import type { FileSpec, ToolDefinition } from '@modelrack/tool-kit';
import { attempt, failure, fine, info, trouble, warning, type Finding } from '../finding.ts';
import { chmodLine, octal } from '../fix-lines.ts';
import { checkRoom } from '../room.ts';
import { literalKeyIn } from './literal-key.ts';

interface Scope {
  readonly connection: Connection | undefined;
}

/** Each file of the tool: can it be reached, written and parsed, who may read a key in it, what is read beside it. */
export async function checkFiles(machine: Machine, tool: ToolDefinition, scope: Scope): Promise<readonly Finding[]> {
  const each = await Promise.all(tool.files.map((spec) => checkFile(machine, tool, { spec, ...scope })));
  return each.flat();
}

async function checkFile(
  machine: Machine,
  tool: ToolDefinition,
  { spec, connection }: Scope & { readonly spec: FileSpec },
): Promise<readonly Finding[]> {
  const { path, others } = choosePlace(machine, spec, connection?.name ?? 'modelrack');
  const about = ['file', tool.id] as const;
  const isSetUp = connection?.tools[tool.id] !== undefined;
  const beside = [
    ...otherFindings(machine, tool, { path, others, connection: isSetUp ? connection : undefined }),
    ...projectFindings(machine, tool, spec),
  ];
  const state = await attempt(() => readTarget(machine.fs, path));
  if (isRackError(state)) return [trouble(about, state.with({ path })), ...beside];
  const { bytes } = state;
  const parsed = bytes === undefined ? undefined : await attempt(() => parseFile(spec, bytes, path));
  if (isRackError(parsed)) return [trouble(about, parsed.with({ path })), ...beside];
  const text = bytes === undefined ? 'is not there yet' : 'parses';
  return [
    ...checkRoom(tool.id, [state.realPath]),
    ...keyFindings(machine, tool, { state, connection }),
    ...beside,
    fine(about, `${path} ${text}`, { path }),
  ];
}

/** A literal key is for the user alone, and never in a repository. */
function keyFindings(
  machine: Machine,
  tool: ToolDefinition,
  { state, connection }: { state: FileState; connection: Connection | undefined },
): readonly Finding[] {
  const { path, realPath, mode, bytes } = state;
  if (connection === undefined || bytes === undefined || !literalKeyIn(machine, connection, bytes)) return [];
  const findings: Finding[] = [];
  if (machine.platform !== 'win32' && mode !== undefined && (mode & 0o077) !== 0) {
    const wanted = mode & 0o700;
    findings.push(
      warning(['permissions', tool.id], 'the key is in this file, and other users may read it', {
        evidence: `mode ${octal(mode)}`,
        fix: chmodLine(machine, wanted, path),
        path,
        mend: { kind: 'mode', path: realPath, mode: wanted },
      }),
    );
  }
  if (isInGitWorkTree(machine, realPath)) {
    findings.push(
      failure(['permissions', tool.id], 'the key is in this file, and the file is inside a git work tree', {
        code: 'key-in-repository',
        path,
        fix: `modelrack remove ${tool.id}`,
        hint: 'keep the key in an environment variable, and name it with --api-key-env',
      }),
    );
  }
  return findings;
}

/** Files that the tool merges with the one that is ours. */
function otherFindings(
  machine: Machine,
  tool: ToolDefinition,
  { path, others, connection }: { path: string; others: readonly string[]; connection: Connection | undefined },
): readonly Finding[] {
  return others.map((other) => {
    const about = ['shadow', tool.id] as const;
    const isDouble = connection !== undefined && textOf(machine, other).includes(`"${connection.name}"`);
    if (!isDouble) return warning(about, `${tool.name} reads it too, and merges it with ${path}`, { path: other });
    return warning(about, `"${connection.name}" is in this file as well as in ${path}, and ${tool.name} merges them`, {
      path: other,
      fix: `modelrack refresh ${tool.id}`,
      hint: 'remove the entry from one of the files',
    });
  });
}

function projectFindings(machine: Machine, tool: ToolDefinition, spec: FileSpec): readonly Finding[] {
  return (spec.project ?? []).flatMap((place): Finding[] => {
    const path = resolvePlace(machine, place);
    if (path === undefined || textOf(machine, path) === '') return [];
    if (spec.places.some((usual) => resolvePlace(machine, usual) === path)) return [];
    const isShared = spec.id !== 'main';
    const message = `${tool.name} also reads this one in this folder, and its values win`;
    return [(isShared ? info : warning)(['shadow', tool.id], message, { path })];
  });
}

function textOf({ fs }: Machine, path: string): string {
  try {
    return new TextDecoder().decode(fs.read(path));
  } catch {
    return '';
  }
}
