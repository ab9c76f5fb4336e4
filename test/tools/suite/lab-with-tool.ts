import { expect, onTestFinished } from 'vitest';
import type { Driver } from '../drivers/driver.ts';
import { openLab, type Lab, type LabOptions } from '../harness/lab.ts';
import type { RunResult } from '../harness/run-tool.ts';

/** A throwaway machine that is gone when the test is over, whatever becomes of it. */
export async function labFor(driver: Driver, options: LabOptions = {}): Promise<Lab> {
  const lab = await openLab(driver.release ?? driver.tool, { variables: driver.variables ?? {}, ...options });
  onTestFinished(async () => {
    await driver.stop?.(lab);
    await lab.close();
  });
  await driver.prepare?.(lab);
  return lab;
}

/** The set-up as the read-me says it, with the key in the environment. */
export async function setUp(lab: Lab, driver: Driver, flags: readonly string[] = []): Promise<Outcome> {
  const outcome = await trySetUp(lab, driver, flags);
  expect(outcome.result.code, outcome.result.shown).toBe(0);
  return outcome;
}

export async function trySetUp(lab: Lab, driver: Driver, flags: readonly string[] = []): Promise<Outcome> {
  return readOutcome(
    await lab.modelrack([
      'setup',
      driver.tool,
      '--base-url',
      lab.gateway.baseUrl,
      '--api-key-env',
      'MODELRACK_API_KEY',
      '--yes',
      '--json',
      ...flags,
    ]),
  );
}

export interface Outcome {
  readonly result: RunResult;
  readonly status: string | undefined;
  readonly errorCode: string | undefined;
  readonly added: readonly string[];
}

export function readOutcome(result: RunResult): Outcome {
  const printed: unknown = result.stdout.trim() ? JSON.parse(result.stdout) : undefined;
  const tool = valueAt(printed, 'tools', '0');
  const added = valueAt(tool, 'models', 'added');
  return {
    result,
    status: textOf(valueAt(tool, 'status')),
    errorCode: textOf(valueAt(tool, 'error', 'code') ?? valueAt(printed, 'error', 'code')),
    added: Array.isArray(added) ? added.map(String) : [],
  };
}

/** What stands at a path of parsed JSON. */
function valueAt(value: unknown, ...path: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  return value !== null && typeof value === 'object' ? valueAt(Reflect.get(value, key), ...rest) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
