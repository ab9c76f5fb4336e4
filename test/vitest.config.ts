import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Sources, not builds, are tested: our own export condition names them.
const conditions = ['modelrack:source', 'node', 'import', 'default'];

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/**/*.test.ts', 'test/*.test.ts', 'test/{repository,record,e2e,tools/latest}/**/*.test.ts'],
    // Threads without isolation: ten times faster, and global state does not stay hidden.
    pool: 'threads',
    isolate: false,
    // Much of the time is waiting for started commands: on two cores, one worker would leave one idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Started commands take their time on a machine that is busy with other things: only what hangs is to fail.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    globalSetup: join(import.meta.dirname, 'e2e/build-once.mjs'),
  },
});
