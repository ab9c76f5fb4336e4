import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Ends every process that was started in a throwaway home, also one that has left its group (the servers
 * that opencode and Codex leave behind). They are known by the home in their environment, which no other process has.
 */
export async function endProcesses(home: string): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const left = await processesOf(home);
    if (left.length === 0) return;
    for (const pid of left) signalProcess(pid, signal);
    for (let waits = 0; waits < 20 && (await processesOf(home)).length > 0; waits += 1) await pause(100);
  }
}

/** Empty where the system does not show the environment of processes (macOS, Windows). */
async function processesOf(home: string): Promise<readonly number[]> {
  const entries = await readdir('/proc').catch((): string[] => []);
  const found: number[] = [];
  for (const entry of entries) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const environment = await readFile(`/proc/${entry}/environ`, 'utf8').catch(() => '');
    if (environment.split('\0').includes(`HOME=${home}`)) found.push(pid);
  }
  return found;
}

/** A negative id names the process group. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
