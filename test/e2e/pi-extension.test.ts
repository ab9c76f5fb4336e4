import { existsSync, readdirSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { content, everything } from './claude-plugin.ts';
import { keyVariable, makeRack, openGateway, type Rack, type RunDocument } from './rack.ts';

const extensions = '.pi/agent/extensions';
const data = '.local/share/modelrack';
const hostile = ['a/$(touch x)', 'a/../../../evil', 'a/"}];throw 1//', 'a/\u001b[31mred', 'a/two\nlines'];

async function setUpAt(rack: Rack, ids: readonly string[], name = 'modelrack') {
  let served = ids;
  const gateway = await openGateway({ models: () => served.map((id) => ({ id })) });
  const args = ['setup', 'pi', '--gateway', name, '--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
  const result = await rack.run(args);
  expect(result.code, result.stderr).toBe(0);
  return { args, result, serve: (next: readonly string[]) => void (served = next) };
}

const ours = (rack: Rack) => readdirSync(rack.path(extensions)).toSorted();
const listOf = (rack: Rack, name = 'modelrack') => JSON.parse(rack.read(`${data}/plugins/pi-${name}/models.json`));

/** Loads our files as pi does; the line that `/m- words` leaves in the input. */
async function lineFor(rack: Rack, words: string): Promise<string | undefined> {
  let filled: string | undefined;
  const commands: { handler(words: string, context: object): Promise<void> }[] = [];
  const pi = {
    registerCommand: (_: string, command: (typeof commands)[number]) => commands.push(command),
    on: () => undefined,
  };
  for (const name of ours(rack).filter((one) => rack.read(`${extensions}/${one}`).includes('modelrack'))) {
    // A module of its own at every load, and one by its name even where Node would take it for the older kind.
    const module = `${extensions}/${name}.${Math.random()}.mjs`;
    rack.write(module, rack.read(`${extensions}/${name}`));
    const { default: load } = await import(pathToFileURL(rack.path(module)).href);
    rmSync(rack.path(module));
    await load(pi);
  }
  expect(commands).toHaveLength(1);
  await commands[0]?.handler(words, { ui: { setEditorText: (text: string) => void (filled = text) } });
  return filled;
}

describe('pi', () => {
  it('gets an extension that finds what the gateway lists, and loses it without a trace', async () => {
    const rack = makeRack();
    rack.write(`${extensions}/mine.js`, 'export default () => {};\n');
    rack.write('.pi/agent/settings.json', '{ "theme": "dark" }');
    const before = content(everything(rack));
    const { args, serve } = await setUpAt(rack, ['lite', 'a/gpt-5']);
    expect(ours(rack)).toEqual(['m-modelrack.js', 'mine.js']);
    expect(await lineFor(rack, 'gpt5')).toBe('/model modelrack/a/gpt-5');
    const second = await rack.json<RunDocument>(args);
    expect(second.document.tools[0]?.status).toBe('unchanged');
    serve(['lite', 'a/gpt-5', 'b/later']);
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    expect(await lineFor(rack, 'later')).toBe('/model modelrack/b/later');
    expect((await rack.run(['remove', 'pi', '--yes'])).code).toBe(0);
    expect(content(everything(rack))).toEqual(before);
  });

  it('gets nothing but data of hostile ids', async () => {
    const rack = makeRack();
    await setUpAt(rack, ['lite', ...hostile]);
    const plain = makeRack();
    await setUpAt(plain, ['lite']);
    const loaderOf = (one: Rack) =>
      one
        .read(`${extensions}/m-modelrack.js`)
        .replaceAll(one.home, '~')
        .replace(/\w+ -->/, '');
    expect(loaderOf(rack)).toBe(loaderOf(plain));
    expect(readdirSync(rack.path(`${data}/plugins/pi-modelrack`)).toSorted()).toEqual([
      'extension.cjs',
      'manifest.json',
      'models.json',
    ]);
    const ids = listOf(rack).rows.map(({ id }: { id: string }) => id);
    for (const id of ids) expect(await lineFor(rack, id)).toBe(`/model modelrack/${id}`);
    expect(ids).not.toContain('a/\u001b[31mred');
    expect(existsSync(rack.path('x'))).toBe(false);
  });

  it("leaves a file of the user's alone", async () => {
    const rack = makeRack();
    const file = `${extensions}/m-modelrack.js`;
    rack.write(file, '// mine\n');
    const { args, result } = await setUpAt(rack, ['lite']);
    expect(result.stderr).toContain('/m- is not installed in pi: ~/.pi/agent/extensions/m-modelrack.js is yours');
    expect(result.stderr).not.toContain('type /m-');
    const { document } = await rack.json<RunDocument>(args);
    expect(document.tools[0]).toMatchObject({ status: 'unchanged', notes: [expect.stringContaining('not installed')] });
    expect(rack.read(file)).toBe('// mine\n');
    rmSync(rack.path(file));
    const free = await rack.run(args);
    expect(free.stderr).toContain('or type /m- and a few letters');
    expect(free.stderr).not.toContain('not installed');
    rack.write(file, '// mine\n');
    expect((await rack.run(['remove', 'pi', '--yes'])).code).toBe(0);
    expect(rack.read(file)).toBe('// mine\n');
    expect(rack.has(data)).toBe(false);
  });

  it('leaves its own alone once the user changed it, and gone once they deleted it', async () => {
    const rack = makeRack();
    const file = `${extensions}/m-modelrack.js`;
    const { args, serve } = await setUpAt(rack, ['lite']);
    rmSync(rack.path(file));
    serve(['lite', 'a/later']);
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    expect(rack.has(file)).toBe(false);
    expect((await rack.run(args)).code).toBe(0);
    const changed = rack.read(file).replace('pi goes on', 'mine: pi goes on');
    rack.write(file, changed);
    serve(['lite']);
    expect((await rack.run(['refresh', '--yes'])).code).toBe(0);
    expect((await rack.run(['remove', 'pi', '--yes'])).code).toBe(0);
    expect(rack.read(file)).toBe(changed);
  });

  it('has one command for two gateways, and keeps it when one goes', async () => {
    const rack = makeRack();
    await setUpAt(rack, ['lite', 'a/one']);
    await setUpAt(rack, ['lite', 'b/other'], 'second');
    expect(ours(rack)).toEqual(['m-modelrack.js', 'm-second.js']);
    expect(await lineFor(rack, 'one')).toBe('/model modelrack/a/one');
    expect(await lineFor(rack, 'other')).toBe('/model second/b/other');
    expect((await rack.run(['remove', 'pi', '--yes', '--gateway', 'modelrack'])).code).toBe(0);
    expect(ours(rack)).toEqual(['m-second.js']);
    expect(await lineFor(rack, 'lite')).toBe('/model second/lite');
    expect((await rack.run(['remove', 'pi', '--yes', '--gateway', 'second'])).code).toBe(0);
    expect(rack.has('.pi')).toBe(false);
    expect(rack.has(data)).toBe(false);
  });

  it('loses it by its mark where our record is lost', async () => {
    const rack = makeRack();
    rack.write(`${extensions}/m-mine.js`, '// mine\n');
    await setUpAt(rack, ['lite']);
    for (const name of ['.local/state', data]) rmSync(rack.path(name), { recursive: true });
    expect((await rack.run(['remove', 'pi', '--yes'])).code).toBe(0);
    expect(ours(rack)).toEqual(['m-mine.js']);
  });
});
