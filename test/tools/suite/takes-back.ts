import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Driver } from '../drivers/driver.ts';
import { supportedTools } from '../../repository/supported-tools.ts';
import { allModels, models } from '../harness/lab.ts';
import { expectAnswer } from './asks.ts';
import { labFor, readOutcome, setUp } from './lab-with-tool.ts';
import { nameOf, openChat } from './switches.ts';

/** A file of a user's, in the tool's format. */
export interface Sample {
  /** Accepted by the tool as it stands, so that a start changes nothing in it. */
  readonly text: string;
  /** The values that are the user's; the tool may write them anew in its own layout. */
  read(text: string): unknown;
  /** Comments and the like that survive the tool's own writing. */
  readonly kept: readonly string[];
}

export function testTakesBack(driver: Driver, sample: Sample): void {
  test('a file that only we have written is the same after remove, byte for byte', async () => {
    const lab = await labFor(driver);
    await lab.home.write(driver.file, sample.text);
    await setUp(lab, driver);
    const written = await lab.home.read(driver.file);
    expect(written).not.toBe(sample.text);
    await expectAnswer(lab, driver, { model: models.plus.id });
    if (!driver.rewritesFile)
      expect(await lab.home.read(driver.file), 'the tool itself has changed its file').toBe(written);
    const result = await lab.modelrack(['remove', driver.tool, '--yes']);
    expect(result.code, result.shown).toBe(0);
    const left = (await lab.home.read(driver.file)) ?? '';
    if (driver.rewritesFile) expect(sample.read(left)).toEqual(sample.read(sample.text));
    else expect(left).toBe(sample.text);
  });

  test.skipIf(!driver.starts)(
    'what we know of it is lost: remove takes all of it, or setup and remove do, and it starts as before',
    async () => {
      for (const lost of [['.local/state'], ['.local/state', '.cache/modelrack']]) {
        const lab = await labFor(driver);
        await lab.home.write(driver.file, sample.text);
        const start = () => lab.run(driver.starts ?? []);
        await start();
        const before = await start();
        const text = (await lab.home.read(driver.file)) ?? '';
        await setUp(lab, driver);
        await expectAnswer(lab, driver, { model: models.plus.id });
        await driver.stop?.(lab);
        for (const name of lost) await rm(lab.home.path(name), { recursive: true });
        const removed = await lab.modelrack(['remove', driver.tool, '--yes']);
        if (removed.code !== 0) {
          expect(lost.length, removed.shown).toBeGreaterThan(1);
          await setUp(lab, driver);
          const again = await lab.modelrack(['remove', driver.tool, '--yes']);
          expect(again.code, again.shown).toBe(0);
        }
        expect(sample.read((await lab.home.read(driver.file)) ?? '')).toEqual(sample.read(text));
        const after = await start();
        expect([after.code, after.shown]).toEqual([before.code, before.shown]);
      }
    },
  );

  test.skipIf(!driver.openChat)(
    "a pick in the switcher stays through a second set-up, and remove leaves what is the user's",
    async () => {
      const lab = await labFor(driver);
      await lab.home.write(driver.file, sample.text);
      // It may note things of its own once.
      const start = async () => (driver.starts === undefined ? undefined : lab.run(driver.starts));
      await start();
      const before = await start();
      await setUp(lab, driver);
      const chat = await openChat(driver, lab);
      await chat.openSwitcher();
      await chat.pick(nameOf(driver, models.qwen));
      await chat.close();
      await driver.stop?.(lab);

      const picked = await lab.home.read(driver.file);
      const second = await setUp(lab, driver);
      expect(second.status, second.result.shown).toBe('unchanged');
      expect(await lab.home.read(driver.file)).toBe(picked);

      const removed = readOutcome(await lab.modelrack(['remove', driver.tool, '--yes', '--json']));
      expect(removed.result.code, removed.result.shown).toBe(0);
      const left = (await lab.home.read(driver.file)) ?? '';
      expect(sample.read(left)).toMatchObject(Object(sample.read(sample.text)));
      for (const text of sample.kept) expect(left).toContain(text);
      expect(left).not.toContain('Claude Sonnet 4.5');
      expect(left).not.toContain('MODELRACK_API_KEY');
      expect(left, 'the pick').not.toContain(models.qwen.id);
      const tool = (await supportedTools()).find(({ id }) => id === driver.tool);
      for (const { path } of tool?.besidePick ?? [])
        expect(sample.read(left), 'beside the pick').not.toHaveProperty(path.map(String));
      const now = await start();
      expect([now?.code, now?.shown], 'its start').toEqual([before?.code, before?.shown]);
      // It knows none of our models any more; opencode ends with an error where a provider is not known.
      if (driver.listing === undefined) return;
      const after = await lab.run(driver.listing.args);
      const ids = after.code === 0 ? driver.listing.read(after.stdout) : [];
      for (const { id } of allModels) expect(ids).not.toContain(id);
    },
  );
}
