import { describe } from 'vitest';
import { pi } from './drivers/pi.ts';
import { findInstalled } from './harness/lab.ts';
import { testAsks } from './suite/asks.ts';
import { testFindsInPi } from './suite/finds-in-pi.ts';

const name = 'pi-older';
const installed = findInstalled(name);

/** It takes a bare name for a variable, and sends what begins with a dollar sign as it stands. */
describe.skipIf(!installed)(`${name} ${installed?.version ?? 'is not here'}`, () => {
  const older = { ...pi, release: name };
  testAsks(older);
  testFindsInPi(older);
});
