import { spawnSync } from 'node:child_process';

/** Of a shell that has disks of its own, which nobody else sees and which end with it; undefined: not allowed here. */
export const ownDisks = [
  ['unshare', '--mount'],
  ['unshare', '--map-root-user', '--mount'],
].find(([program = '', ...args]) => {
  const probe = spawnSync(program, [...args, 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'none', '/mnt']);
  return probe.status === 0;
});

/**
 * What stands in front of the command: lines of a shell, in which `"$@"` is the command itself.
 * `$1` on are `args` until the lines have shifted them away.
 */
export function onOwnDisks(script: string, args: readonly string[]): readonly string[] {
  if (ownDisks === undefined) throw new Error('mounting is not allowed here');
  return [...ownDisks, 'sh', '-ec', script, 'sh', ...args];
}

const isRoot = process.getuid?.() === 0;
const nobody = 65534;

/** For whom permissions count, and what makes the command run as that user. */
export const commonUser: { readonly uid: number | undefined; readonly before: readonly string[] } = isRoot
  ? { uid: nobody, before: ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] }
  : { uid: undefined, before: [] };

/** Windows knows no such permissions; root without `setpriv` is above them. */
export const hasCommonUser =
  process.platform !== 'win32' &&
  (!isRoot || spawnSync('setpriv', [...commonUser.before.slice(1), process.execPath, '--version']).status === 0);
