import type { Machine } from '@modelrack/setup';
import { spawn } from 'node:child_process';
import { isAllFresh, stampBeginning } from './refresh-stamps.ts';

const tenMinutes = 600_000;

/**
 * Brings a connection's tools up to date, in a process apart: whoever starts waits for nothing, is told nothing, and may
 * end before it. One is enough where several tools start at once, or one of them in two ways.
 */
export function beginRefresh(machine: Machine, name: string): void {
  if (isAllFresh(machine, name, tenMinutes) || !stampBeginning(machine, name)) return;
  const [node = '', own = ''] = process.argv;
  const args = [own, 'refresh', '--gateway', name, '--if-older', '10m', '--yes', '--quiet'];
  const child = spawn(node, args, {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...machine.variables },
  });
  child.once('error', () => {});
  child.unref();
}
