import { describe } from 'vitest';
import type { Driver } from '../drivers/driver.ts';
import { findInstalled } from '../harness/lab.ts';
import { testAsks } from './asks.ts';
import { testDoctorRuns } from './doctor-runs.ts';
import { testHostileIds } from './hostile-ids.ts';
import { testSwitches } from './switches.ts';
import { testTakesBack, type Sample } from './takes-back.ts';

/** The promises that hold for every tool, and `more` for this one alone. */
export function describeTool(driver: Driver, sample: Sample, more: () => void = () => {}): void {
  const installed = findInstalled(driver.tool);
  describe.skipIf(!installed)(`${driver.tool} ${installed?.version ?? 'is not here'}`, () => {
    testAsks(driver);
    testSwitches(driver);
    testHostileIds(driver);
    testTakesBack(driver, sample);
    testDoctorRuns(driver);
    more();
  });
}
