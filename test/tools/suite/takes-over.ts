import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../drivers/driver.ts';
import { openGateway, type RecordingGateway } from '../harness/gateway.ts';
import { models, type Lab } from '../harness/lab.ts';
import { labFor, setUp, trySetUp } from './lab-with-tool.ts';
import { expectAnswer } from './asks.ts';

/** How a user's own gateway stands in the tool's file. */
export type PointElsewhere = (other: RecordingGateway) => string;

export function testStaysElsewhere(driver: Driver, pointTo: PointElsewhere): void {
  test('one that points elsewhere is diverted only with --take-over, and remove points it back', async () => {
    const lab = await labFor(driver);
    const other = await openGateway([{ id: 'house/own', context_window: 128_000 }], { key: 'sk-own-key-of-the-user' });
    onTestFinished(() => other.close());
    const before = pointTo(other);
    await lab.home.write(driver.file, before);

    const refused = await trySetUp(lab, driver);
    expect(refused, refused.result.shown).toMatchObject({ status: 'skipped', errorCode: 'needs-consent' });
    expect(refused.result.code).toBe(2);
    expect(refused.result.stdout).toContain('--take-over');
    expect(await lab.home.read(driver.file)).toBe(before);
    await expectOther(lab, driver, other);

    await setUp(lab, driver, ['--take-over']);
    await expectAnswer(lab, driver, { model: models.qwen.id });

    const removed = await lab.modelrack(['remove', driver.tool, '--yes']);
    expect(removed.code, removed.shown).toBe(0);
    expect(await lab.home.read(driver.file)).toBe(before);
    await expectOther(lab, driver, other);
  });
}

async function expectOther(lab: Lab, driver: Driver, other: RecordingGateway): Promise<void> {
  other.forget();
  lab.gateway.forget();
  const result = await lab.run(await driver.ask('house/own', 'hi', lab));
  expect(result.code, result.shown).toBe(0);
  expect(other.questions()[0]).toMatchObject({ model: 'house/own', authorization: `Bearer ${other.key}` });
  expect(lab.gateway.questions()).toEqual([]);
}

export interface Login {
  /** Files of a stored login, under the home, with their text. */
  readonly files: Readonly<Record<string, string>>;
  /** Asks the tool whether somebody is logged in, and what it says then. */
  readonly status: readonly string[];
  readonly says: string;
}

export function testKeepsLogin(driver: Driver, login: Login): void {
  test('one that is logged in is diverted only with --take-over, and remove gives the login back', async () => {
    const lab = await labFor(driver);
    for (const [path, text] of Object.entries(login.files)) await lab.home.write(path, text);
    expect((await lab.run(login.status)).shown).toContain(login.says);

    const refused = await trySetUp(lab, driver);
    expect(refused, refused.result.shown).toMatchObject({ status: 'skipped', errorCode: 'needs-consent' });
    expect(refused.result.code).toBe(2);
    expect(await lab.home.read(driver.file)).toBeUndefined();

    await setUp(lab, driver, ['--take-over']);
    await expectAnswer(lab, driver, { model: models.lite.id });

    const removed = await lab.modelrack(['remove', driver.tool, '--yes']);
    expect(removed.code, removed.shown).toBe(0);
    expect(await lab.home.read(driver.file)).toBeUndefined();
    for (const [path, text] of Object.entries(login.files)) expect(await lab.home.read(path)).toBe(text);
    expect((await lab.run(login.status)).shown).toContain(login.says);
  });
}
