import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { releases } from '../versions.ts';
import { latestReport, latestTable, type Fact, type Outcome } from './latest-report.ts';

/** At the end of a run with `--latest`: which facts the newest releases broke, as a table and as JSON. */
export function latestReporter(jsonFile: string | undefined): Reporter {
  let context: Vitest | undefined;
  return {
    onInit: (vitest) => {
      context = vitest;
    },
    onTestRunEnd: (modules) => {
      const provided = context?.getRootProject().getProvidedContext();
      if (provided === undefined) return;
      const { installed, missing, wanted } = provided;
      const outcomes = releases
        .filter(({ name }) => wanted.includes(name))
        .map((release): Outcome => ({
          tool: release.name,
          package: release.package,
          verified: release.version,
          newest: installed[release.name]?.version,
          reason: missing[release.name],
          facts: factsOf(release.tests ?? release.name, modules),
        }));
      const report = latestReport(outcomes);
      process.stdout.write(`\n${latestTable(report)}\n`);
      if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(report, undefined, 2)}\n`);
    },
  };
}

function factsOf(file: string, modules: readonly TestModule[]): readonly Fact[] {
  const own = modules.filter(({ moduleId }) => basename(moduleId) === `${file}.test.ts`);
  return own.flatMap((module) => [...module.children.allTests()].map(factOf));
}

function factOf(test: TestCase): Fact {
  const { state, errors } = test.result();
  return { name: test.fullName, state, why: errors?.[0]?.message.split('\n')[0] };
}
