import { findNode, loadEditor, toJson, type Json, type Path } from '@modelrack/config-edit';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { describe, expect, test } from 'vitest';
import {
  gateways,
  loseState,
  makeHome,
  runIn,
  textsOf,
  writeIn,
  type Asked,
  type GatewayName,
  type Home,
  type Texts,
} from './random-homes/home.ts';
import { documentOf } from './random-homes/servers.ts';
import { supportedTools } from './repository/supported-tools.ts';

const ids = ['lite', 'plus', 'acme/one'];
const tools = (await supportedTools()).filter(({ besidePick = [] }) => besidePick.length > 0);

/** A home in which the main file holds these values at the places that the tool writes beside a pick. */
interface Lab {
  readonly tool: ToolDefinition;
  readonly home: Home;
  readonly before: Texts;
  readonly name: string;
}

async function labOf(tool: ToolDefinition, own: string | undefined): Promise<Lab> {
  const { besidePick: [{ file } = { file: 'main' }] = [] } = tool;
  const places = tool.files.find(({ id }) => id === file)?.places ?? [];
  const [name = ''] = places.flatMap((place) => {
    if ('home' in place) return [place.home];
    return 'xdgConfig' in place ? [`.config/${place.xdgConfig}`] : [];
  });
  const home = makeHome(
    tool,
    new Map([[name, tool.files.at(-1)?.format === 'toml' ? '# mine\nzeta = 1\n' : '{\n  "zeta": 1\n}\n']]),
    { keyFrom: 'env' },
  );
  const lab = { tool, home, name };
  if (own !== undefined) await putBeside(lab, own);
  return { ...lab, before: textsOf(home) };
}

async function put({ tool, home, name }: Omit<Lab, 'before'>, values: readonly (readonly [Path, Json])[]) {
  const document = await documentOf(tool, 'main', textsOf(home).get(name) ?? '');
  const edits = values.map(([path, value]) => ({ op: 'set', path, value }) as const);
  const { bytes } = (await loadEditor(document.format)).edit(document, edits);
  writeIn(home, name, new TextDecoder().decode(bytes));
}

function putBeside(lab: Omit<Lab, 'before'>, value: string): Promise<void> {
  return put(lab, lab.tool.besidePick?.map(({ path }) => [path, value] as const) ?? []);
}

/** What each writes for a model itself. */
const picked: Readonly<Record<string, (id: string) => readonly (readonly [Path, Json])[]>> = {
  codex: (id) => [[['model'], id]],
  kimi: (id) => [[['default_model'], id]],
  droid: (id) => [[['model'], `custom:${id}`]],
  zed: (id) => [
    [['agent', 'default_model', 'provider'], 'modelrack'],
    [['agent', 'default_model', 'model'], id],
  ],
};

/** As the tool does it: the model, and what it writes for that model. */
async function pick(lab: Lab, id: string, value = 'of the pick'): Promise<void> {
  await put(lab, picked[lab.tool.id]?.(id) ?? []);
  await putBeside(lab, value);
}

async function expectBeside({ tool, home, name }: Lab, value: string): Promise<void> {
  const { root } = await documentOf(tool, 'main', textsOf(home).get(name) ?? '');
  const standing = tool.besidePick?.map(({ path }) => findNode(root, path)).map((node) => node && toJson(node));
  expect(standing).toEqual(tool.besidePick?.map(() => value));
}

async function run({ home }: Lab, command: Asked['command'], other: Partial<Asked> = {}): Promise<void> {
  const { error } = await runIn(home, { command, gateway: 'modelrack', ids, key: 'sk-test-key-0123', ...other });
  expect(error).toBeNull();
}

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (_, tool) => {
  describe.each([undefined, 'of the user'])('with %s before', (own) => {
    test('what it writes beside a pick goes back with the pick', async () => {
      const lab = await labOf(tool, own);
      await run(lab, 'setup');
      await pick(lab, 'plus');
      await run(lab, 'remove');
      expect(textsOf(lab.home)).toEqual(lab.before);
    });

    test('the same after more picks and refreshes', async () => {
      const lab = await labOf(tool, own);
      await run(lab, 'setup', { default: 'lite' });
      await pick(lab, 'plus');
      await run(lab, 'refresh');
      await pick(lab, 'acme/one', 'of another pick');
      await run(lab, 'refresh', { ids: ['lite', 'plus'] });
      await run(lab, 'refresh');
      await run(lab, 'remove');
      expect(textsOf(lab.home)).toEqual(lab.before);
    });

    test('the same by an undo of the set-up, and by a removal after the undo of one', async () => {
      const lab = await labOf(tool, own);
      await run(lab, 'setup');
      await pick(lab, 'plus');
      const ofPick = textsOf(lab.home);
      await run(lab, 'remove');
      await run(lab, 'undo');
      expect(textsOf(lab.home)).toEqual(ofPick);
      await run(lab, 'remove');
      expect(textsOf(lab.home)).toEqual(lab.before);
      await run(lab, 'setup');
      await pick(lab, 'plus');
      await run(lab, 'undo');
      expect(textsOf(lab.home)).toEqual(lab.before);
    });

    test.each<[string, readonly GatewayName[]]>([
      ['first', gateways],
      ['last', gateways.toReversed()],
    ])('the same with two gateways, the one of the pick removed %s', async (__, order) => {
      const lab = await labOf(tool, own);
      await run(lab, 'setup');
      await pick(lab, 'plus');
      await run(lab, 'setup', { gateway: 'second', default: 'lite' });
      for (const gateway of order) await run(lab, 'remove', { gateway });
      expect(textsOf(lab.home)).toEqual(lab.before);
    });

    test('what the user writes there beside a default of ours stays', async () => {
      const lab = await labOf(tool, own);
      await run(lab, 'setup', { default: 'plus' });
      await putBeside(lab, 'by hand');
      await run(lab, 'refresh');
      await run(lab, 'remove');
      await expectBeside(lab, 'by hand');
    });

    test('it stays where the record was lost: nobody knows what stood there', async () => {
      const lab = await labOf(tool, own);
      await run(lab, 'setup');
      await pick(lab, 'plus');
      loseState(lab.home);
      await run(lab, 'remove');
      await expectBeside(lab, 'of the pick');
    });
  });
});
