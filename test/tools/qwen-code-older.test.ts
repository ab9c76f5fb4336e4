import { describe } from 'vitest';
import { qwenCode } from './drivers/qwen-code.ts';
import { findInstalled } from './harness/lab.ts';
import { testAnswersEntries } from './suite/answers-entries.ts';
import { testAsks } from './suite/asks.ts';
import { testSwitches } from './suite/switches.ts';

const name = 'qwen-code-older';
const installed = findInstalled(name);
/** It asks a proxy for loopback addresses too. */
const driver = { ...qwenCode, release: name, variables: { HTTPS_PROXY: undefined } };

describe.skipIf(!installed)(`${name} ${installed?.version ?? 'is not here'}`, () => {
  testAsks(driver);
  testSwitches(driver);
  testAnswersEntries(driver);
});
