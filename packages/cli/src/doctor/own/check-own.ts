import { join } from 'node:path';
import { namesIn } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import { foldersOf, loadConnections, type Connection, type Machine } from '@modelrack/setup';
import { attempt, failure, fine, trouble, warning, type Finding } from '../finding.ts';
import { chmodLine, octal } from '../fix-lines.ts';
import { checkRoom } from '../room.ts';

const oldestNode = [20, 19] as const;

export interface OwnReport {
  readonly findings: readonly Finding[];
  /** undefined: the configuration cannot be read. */
  readonly connections: readonly Connection[] | undefined;
}

/** What modelrack itself runs on: Node, its configuration, its folder of keys, room on the disk. */
export async function checkOwn(machine: Machine): Promise<OwnReport> {
  const { configFile } = foldersOf(machine);
  const read = await attempt(() => loadConnections(machine));
  const config = isRackError(read)
    ? trouble(['config', 'modelrack'], read.with({ path: configFile }))
    : configFinding(machine, read);
  const findings = [checkNode(), config, ...checkKeyFiles(machine), ...roomFor(foldersOf(machine), machine.home)];
  return { findings, connections: isRackError(read) ? undefined : read };
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = oldestNode;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor))
    return fine(['node', 'modelrack'], `Node ${process.versions.node}`);
  return failure(['node', 'modelrack'], `Node ${process.versions.node} is too old: ${oldestNode.join('.')} is needed`, {
    evidence: process.execPath,
    hint: 'install a newer Node',
    code: 'internal',
  });
}

function configFinding(machine: Machine, connections: readonly Connection[]): Finding {
  const { configFile: path } = foldersOf(machine);
  const mode = modeOf(machine, path);
  if (mode === undefined) return fine(['config', 'modelrack'], 'there is none yet', { path });
  // Whoever may write it may send the key elsewhere.
  if (machine.platform !== 'win32' && (mode & 0o022) !== 0)
    return openTo(machine, path, { mode, wanted: mode & 0o755, what: 'other users may change the configuration' });
  const names = connections.map(({ name }) => name).join(', ');
  return fine(['config', 'modelrack'], names === '' ? 'parses, without a connection' : `connections: ${names}`, {
    path,
  });
}

/** Keys are for one user: mode 0600 in a folder of mode 0700. */
function checkKeyFiles(machine: Machine): readonly Finding[] {
  if (machine.platform === 'win32') return [];
  const { keys } = foldersOf(machine);
  const folderMode = modeOf(machine, keys);
  if (folderMode === undefined) return [];
  const open = [
    ...((folderMode & 0o077) === 0
      ? []
      : [
          openTo(machine, keys, {
            mode: folderMode,
            wanted: 0o700,
            what: 'other users may look into the folder of keys',
          }),
        ]),
    ...namesIn(machine.fs, keys).flatMap((name): Finding[] => {
      const path = join(keys, name);
      const mode = modeOf(machine, path);
      if (mode === undefined || name.endsWith('.origin') || (mode & 0o077) === 0) return [];
      return [openTo(machine, path, { mode, wanted: 0o600, what: `other users may read the key of ${name}` })];
    }),
  ];
  return open.length > 0 ? open : [fine(['keys', 'modelrack'], 'only you may read them', { path: keys })];
}

function openTo(
  machine: Machine,
  path: string,
  { mode, wanted, what }: { mode: number; wanted: number; what: string },
): Finding {
  return warning(['permissions', 'modelrack'], what, {
    evidence: `mode ${octal(mode)}`,
    fix: chmodLine(machine, wanted, path),
    path,
    mend: { kind: 'mode', path, mode: wanted & 0o777 },
  });
}

function modeOf({ fs }: Machine, path: string): number | undefined {
  try {
    return fs.stat(path).mode;
  } catch {
    return undefined;
  }
}

function roomFor({ config, state, cache }: ReturnType<typeof foldersOf>, home: string): readonly Finding[] {
  return checkRoom('modelrack', [home, config, state, cache]);
}
