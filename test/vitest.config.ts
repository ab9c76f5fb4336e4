import { defineConfig } from 'vitest/config';

// Sources, not builds, are tested: our own export condition names them.
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  resolve: { conditions: ['modelrack:source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['modelrack:source', 'node', 'import', 'default'] } },
  test: {
    include: ['packages/**/*.test.ts', 'test/*.test.ts', 'test/e2e/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 30_000,
  },
});
