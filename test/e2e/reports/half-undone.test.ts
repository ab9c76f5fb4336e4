import { expect, it } from 'vitest';
import { filesOf, openListing, rackWith, succeed } from './listing.ts';

// In llm, a model without the key that it names is asked with the key for OpenAI.
it.each([
  ['llm', []],
  ['aider', []],
  ['copilot', ['--default', 'lite']],
  ['continue', []],
  ['raycast', []],
  ['cline', []],
])('undo of a removal brings all of a tool back or nothing, and remove still finds it: %s', async (tool, more) => {
  const { flags } = await openListing();
  const rack = rackWith({});
  await succeed(rack, ['setup', tool, ...flags, ...more]);
  const whole = filesOf(rack);
  await succeed(rack, ['remove']);
  expect(filesOf(rack)).toEqual({});
  const { stdout, stderr } = await rack.run(['undo']);
  expect([{}, whole]).toContainEqual(filesOf(rack));
  if (Object.keys(filesOf(rack)).length === 0) expect(stdout + stderr).toContain(`modelrack setup ${tool}`);
  // What holds no key can be brought back.
  if (tool === 'continue') expect(filesOf(rack)).toEqual(whole);
  await succeed(rack, ['remove']);
  expect(filesOf(rack)).toEqual({});
});
