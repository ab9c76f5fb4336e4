import type { ModelRow } from '@modelrack/gateway';
import { expect, it } from 'vitest';
import { setUpRack, type RunDocument } from './rack.ts';

/** What stands in a tool's file once the model "plus" is picked in it. */
const picks: readonly (readonly [tool: string, file: string, pick: (text: string) => string, told: string])[] = [
  ['droid', '.factory/settings.json', (text) => text.replace(/}\s*$/, ', "model": "custom:plus" }'), 'custom:plus'],
  [
    'kimi',
    '.kimi-code/config.toml',
    (text) => `default_model = "plus"\n${text.replace(/^default_model.*\n/m, '')}`,
    'plus',
  ],
  [
    'mistral-vibe',
    '.vibe/config.toml',
    (text) => `active_model = "plus"\n${text.replace(/^active_model.*\n/m, '')}`,
    'plus',
  ],
  ['aichat', '.config/aichat/config.yaml', (text) => `model: modelrack:plus\n${text}`, 'modelrack:plus'],
];

it.each(picks)('calls a pick that left the list one name, at once and later: %s', async (tool, file, pick, told) => {
  let rows: readonly ModelRow[] = ['lite', 'plus', 'ultra'].map((id) => ({ id, context_window: 100_000 }));
  const { rack } = await setUpRack({ models: () => rows }, [tool]);
  rack.write(file, pick(rack.read(file).replace(/^model: .*\n/m, '')));
  rows = rows.filter(({ id }) => id !== 'plus');
  for (const _ of ['at once', 'later', 'later still']) {
    const { document } = await rack.json<RunDocument>(['refresh']);
    const notes = document.tools[0]?.notes.filter((note) => note.includes('plus'));
    expect(notes).toEqual([expect.stringMatching(`^the model "${told}", which is chosen in .* is no longer in`)]);
  }
});
