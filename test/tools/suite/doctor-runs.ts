import { expect, test } from 'vitest';
import type { Driver } from '../drivers/driver.ts';
import { labFor, setUp } from './lab-with-tool.ts';

interface Finding {
  readonly check: string;
  readonly severity: string;
  readonly message: string;
}

/** `doctor --run` starts the real tool as a user would, and says what came of it. */
export function testDoctorRuns(driver: Driver): void {
  test('doctor --run sees the tool list our models and answer', async () => {
    const lab = await labFor(driver);
    await setUp(lab, driver, ['--take-over']);
    lab.gateway.forget();
    const result = await lab.modelrack(['doctor', driver.tool, '--run', '--yes', '--json']);
    const { checks } = JSON.parse(result.stdout) as { checks: readonly Finding[] };
    const runs = checks.filter(({ check }) => check === 'run');
    const told = runs.map(({ severity, message }) => `${severity}: ${message}`).join('\n');
    expect(told, result.shown).toMatch(/^ok: answered through /m);
    expect(told, result.shown).not.toMatch(/^fail/m);
    if (driver.listing !== undefined) expect(told, result.shown).toMatch(/^ok: lists \d+ of the gateway's \d+ models/m);
    const questions = lab.gateway.questions().map(({ path, authorization }) => `${path} ${authorization}`);
    expect(questions).toContain(`${driver.route} Bearer ${lab.gateway.key}`);
  });
}
