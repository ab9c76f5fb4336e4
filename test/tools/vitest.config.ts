import { defineConfig } from 'vitest/config';
import { latestReporter } from './latest/latest-reporter.ts';

const conditions = ['modelrack:source', 'node', 'import', 'default'];

const jsonFile = process.env['MODELRACK_TEST_JSON'] || undefined;

// Real tools in throwaway homes. Slow by nature: started by run.mjs, never by the plain test run.
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['*.test.ts'],
    globalSetup: ['harness/global-setup.ts'],
    // One process per tool's file, two at a time: the tools themselves want a core each.
    pool: 'forks',
    maxWorkers: 2,
    // On a busy machine a terminal may lose a race with the typing; a fault fails twice.
    retry: 1,
    // What is slow is the tool, on a machine that does other things as well.
    testTimeout: 900_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
    reporters: ['verbose', ...(process.env['MODELRACK_TEST_LATEST'] ? [latestReporter(jsonFile)] : [])],
  },
});
