import { readdirSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hook } from './claude-plugin.ts';
import { keyVariable, makeRack, openGateway, type Rack, type RunDocument } from './rack.ts';

const settings = '.qwen/settings.json';
const commands = '.qwen/commands';
const data = '.local/share/modelrack';

async function setUpAt(rack: Rack, ids: readonly string[], name = 'modelrack') {
  const gateway = await openGateway({ models: () => ids.map((id) => ({ id })) });
  const args = ['setup', 'qwen', '--gateway', name, '--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
  const result = await rack.run(args);
  expect(result.code, result.stderr).toBe(0);
  return args;
}

const entries = (rack: Rack) => readdirSync(rack.path(commands)).toSorted();
const listOf = (name: string) => `${data}/plugins/qwen-code-${name}/models.json`;

const mine = `{
  // mine
  "hooks": { "UserPromptSubmit": [ { "hooks": [ { "type": "command", "command": "true" } ] } ] }
}
`;

describe('Qwen Code', () => {
  it('gets an entry to search by and one for each alias, and a hook that answers beside those of the user', async () => {
    const rack = makeRack();
    rack.write(settings, mine);
    rack.write(`${commands}/m-lite.md`, 'Mine\n');
    const setUp = await setUpAt(rack, ['lite', 'plus', 'a/gpt-5']);
    expect(entries(rack)).toEqual(['m-.md', 'm-lite.md', 'm-plus.md']);
    const command = `${process.execPath} ${rack.path(`${data}/bin/modelrack.js`)} hook prompt ${rack.path(listOf('modelrack'))}`;
    expect(rack.read(settings)).toContain(JSON.stringify(command));
    expect(rack.read(settings)).toContain('"command": "true"');
    const second = await rack.json<RunDocument>(setUp);
    expect(second.document.tools[0]?.status).toBe('unchanged');
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(rack.read(settings)).toBe(mine);
    expect(entries(rack)).toEqual(['m-lite.md']);
    expect(rack.has(data)).toBe(false);
  });

  it.each<[string, object, string?]>([
    ['a line', { prompt: 'the text of the file', submitted_prompt: '/m-lite' }, 'lite'],
    ['words', { prompt: 'the text of the file', submitted_prompt: '/m- gtp5' }],
    // 0.15.10 tells only what became of the line.
    ['a text of ours', { prompt: 'To switch to this model, type:\n\n/model a/gpt-5\n<!-- mark -->' }],
    ['a text of ours with words', { prompt: 'To choose a model, type /model\n<!-- mark -->\n\n/m- gtp5' }],
  ])('is answered: %s', async (_, input, id = 'a/gpt-5') => {
    const rack = makeRack();
    await setUpAt(rack, ['lite', 'a/gpt-5']);
    const answer = await hook(rack, ['prompt', rack.path(listOf('modelrack'))], { input: JSON.stringify(input) });
    expect(JSON.parse(answer.stdout)).toMatchObject({ decision: 'block', reason: `/model ${id}` });
    const picked = JSON.parse(rack.read('.local/state/modelrack/picked/modelrack.json'));
    expect(picked).toEqual([id]);
  });

  it('keeps the entries of two gateways apart', async () => {
    const rack = makeRack();
    const one = await setUpAt(rack, ['lite', 'one']);
    const other = await setUpAt(rack, ['lite', 'other'], 'second');
    expect(entries(rack)).toEqual(['m-.md', 'm-lite.md', 'm-one.md', 'm-other.md']);
    for (const args of [one, other, ['refresh', '--yes']]) {
      const { document } = await rack.json<RunDocument>(args);
      for (const tool of document.tools) expect(tool.status).toBe('unchanged');
    }
    expect(JSON.parse(rack.read(settings)).hooks.UserPromptSubmit).toHaveLength(2);
    expect((await rack.run(['remove', '--yes', '--gateway', 'modelrack'])).code).toBe(0);
    expect(entries(rack)).toEqual(['m-other.md']);
    expect((await rack.run(['remove', 'qwen', '--yes', '--gateway', 'second'])).code).toBe(0);
    expect(rack.has(commands)).toBe(false);
    expect(rack.has(data)).toBe(false);
  });

  it('gets an entry anew that a killed run left empty, and loses one', async () => {
    const rack = makeRack();
    const setUp = await setUpAt(rack, ['lite', 'a/gpt-5']);
    const text = rack.read(`${commands}/m-lite.md`);
    rack.write(`${commands}/m-lite.md`, '');
    expect((await rack.run(setUp)).code).toBe(0);
    expect(rack.read(`${commands}/m-lite.md`)).toBe(text);
    rack.write(`${commands}/m-lite.md`, '');
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(rack.has(commands)).toBe(false);
  });

  it('loses them by their marks where our record is lost', async () => {
    const rack = makeRack();
    rack.write(settings, mine);
    await setUpAt(rack, ['lite', 'a/gpt-5']);
    for (const name of ['.local/state', data]) rmSync(rack.path(name), { recursive: true });
    rack.write(`${commands}/m-mine.md`, 'Mine\n');
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    expect(entries(rack)).toEqual(['m-mine.md']);
    expect(rack.read(settings)).not.toContain('modelrack');
    expect(rack.read(settings)).toContain('"command": "true"');
  });
});
