// Runs before vitest's workers: these tests start the built command.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Other packages' tests are run by themselves while the tree is in motion: they need no build. */
export function setup({ vitest }) {
  const wanted = vitest.filenamePattern ?? [];
  if (wanted.length > 0 && !wanted.some((name) => name.includes('e2e'))) return;
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, '../bootstrap.mjs'), '--build'], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the command does not build');
}
