import { expect, it } from 'vitest';
import { key, keyVariable, makeRack, openGateway, setUpRack, type RunDocument } from './rack.ts';

const config = '.config/modelrack/config.jsonc';
const opencode = '.config/opencode/opencode.json';
const codex = '.codex/config.toml';
const models = (...ids: string[]) => ({ models: ids.map((id) => ({ id })) });

/** Two tools at one gateway, then moved to another with fewer models. */
async function moved(flags: readonly string[] = ['--api-key-env', keyVariable], input = '') {
  const made = await setUpRack(models('a/one', 'a/two', 'b/one'), ['opencode', 'codex']);
  const { rack } = made;
  const before = { config: rack.read(config), opencode: rack.read(opencode), codex: rack.read(codex) };
  const other = await openGateway(models('a/one', 'b/new'));
  const move = [
    'setup',
    'opencode',
    'codex',
    '--base-url',
    other.baseUrl,
    '--move',
    '--take-over',
    '--yes',
    '--models',
    '*/*',
  ];
  const result = await rack.run([...move, ...flags], { input });
  expect(result.code, result.stderr).toBe(0);
  expect(rack.read(config)).toContain(other.baseUrl);
  return { ...made, other, before };
}

it('of a move brings back the address, the choice of models and the files, and says which models', async () => {
  const { rack, gateway, before } = await moved();
  const dry = await rack.json<RunDocument>(['undo', '--dry-run']);
  const { code, document } = await rack.json<RunDocument>(['undo']);
  expect(code).toBe(0);
  expect(rack.read(opencode)).toBe(before.opencode);
  expect(rack.read(codex)).toBe(before.codex);
  expect(JSON.parse(rack.read(config))).toEqual(JSON.parse(before.config));
  expect(document.gateway.apiRoot).toBe(gateway.baseUrl);
  expect(document.tools.map(({ tool }) => tool).toSorted()).toEqual(['codex', 'opencode']);
  for (const tool of [...document.tools, ...dry.document.tools]) {
    expect(tool.models).toMatchObject({ removed: ['b/new'], protected: [], total: 3 });
    expect(tool.models.added.toSorted()).toEqual(['a/two', 'b/one']);
    expect(tool.notes).toContain(`connection modelrack is back at ${gateway.baseUrl}`);
  }
  const refreshed = await rack.json<RunDocument>(['refresh']);
  expect(refreshed.document.tools.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
});

it('of one tool leaves the connection where the others were written for', async () => {
  const { rack, other, gateway, before } = await moved();
  const first = await rack.json<RunDocument>(['undo', 'opencode']);
  expect(first.document.gateway.apiRoot).toBe(other.baseUrl);
  expect(first.document.tools[0]?.notes.join()).toContain(`stays at ${other.baseUrl}`);
  expect(rack.read(config)).toContain(other.baseUrl);
  const second = await rack.json<RunDocument>(['undo', 'codex']);
  expect(second.document.gateway.apiRoot).toBe(gateway.baseUrl);
  expect(JSON.parse(rack.read(config))).toEqual(JSON.parse(before.config));
});

it('leaves a choice that was made since', async () => {
  const { rack, gateway } = await moved();
  const again = [
    'setup',
    'opencode',
    '--base-url',
    gateway.baseUrl,
    '--move',
    '--take-over',
    '--api-key-env',
    keyVariable,
  ];
  expect((await rack.run([...again, '--exclude', 'c/*'])).code).toBe(0);
  // Nothing in the file changes, so there is no write to take back.
  expect((await rack.run([...again, '--exclude', 'd/*'])).code).toBe(0);
  expect((await rack.run(['undo', 'opencode'])).code).toBe(0);
  const { tools } = JSON.parse(rack.read(config)).connections.modelrack;
  expect(tools.opencode).toEqual({ models: ['*/*'], exclude: ['d/*'] });
});

it('leaves an address that the user wrote since', async () => {
  const { rack, other } = await moved();
  rack.write(config, rack.read(config).replace(other.baseUrl, 'https://mine.example.test/v1'));
  expect((await rack.run(['undo'])).code).toBe(0);
  expect(rack.read(config)).toContain('"https://mine.example.test/v1"');
});

it('says that the key of the former gateway is not kept', async () => {
  const { rack, gateway } = await setUpRack();
  const other = await openGateway({ key: 'another-key-1234' });
  const stdin = ['setup', 'opencode', '--api-key-stdin', '--move', '--take-over', '--base-url'];
  await rack.run([...stdin, gateway.baseUrl], { input: key });
  expect((await rack.run([...stdin, other.baseUrl], { input: 'another-key-1234' })).code).toBe(0);
  const { code, stderr } = await rack.run(['undo']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('whose key is not kept') });
  expect(JSON.parse(rack.read(config)).connections.modelrack.apiRoot).toBe(gateway.baseUrl);
});

it('of a removal keeps the tool up to date again', async () => {
  const { rack } = await setUpRack(models('a/one', 'a/two'));
  const before = JSON.parse(rack.read(config));
  await rack.run(['remove']);
  const { document } = await rack.json<RunDocument>(['undo']);
  expect(document.tools[0]?.models).toMatchObject({ added: ['a/one', 'a/two'], removed: [], total: 2 });
  expect(JSON.parse(rack.read(config))).toEqual(before);
});

it('beside an edit by hand says which models were left', async () => {
  const { rack } = await setUpRack(models('a/one', 'a/two'));
  rack.write(opencode, rack.read(opencode).replace('"name": "a/one"', '"name": "Mine"'));
  const { document } = await rack.json<RunDocument>(['undo']);
  expect(document.tools[0]?.models).toEqual({
    added: [],
    updated: [],
    removed: ['a/two'],
    protected: [{ id: 'a/one', why: 'edited' }],
    total: 1,
  });
});

it('passes over, once, a removal that took out a key, and comes to the run before it', async () => {
  const gateway = await openGateway();
  const rack = makeRack();
  const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
  await rack.run(['setup', 'opencode', 'raycast', ...flags]);
  await rack.run(['remove', 'raycast']);
  const passed = await rack.json<RunDocument>(['undo']);
  expect(passed.document.tools).toMatchObject([
    { tool: 'raycast', status: 'unchanged', notes: [expect.stringContaining('contained a key')] },
  ]);
  const next = await rack.json<RunDocument>(['undo']);
  expect(next.document.tools).toMatchObject([{ tool: 'opencode', status: 'written' }]);
  expect(rack.has(opencode)).toBe(false);
});

it('goes on to the run before where the user took out everything of the last one', async () => {
  const { rack, gateway } = await setUpRack(models('a/one'));
  const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
  rack.write('.codex/config.toml', '');
  await rack.run(['setup', 'codex', ...flags]);
  rack.write('.codex/config.toml', 'approval_policy = "never"\n');
  const first = await rack.json<RunDocument>(['undo']);
  expect(first.document.tools.map(({ tool }) => tool)).toEqual(['codex']);
  const second = await rack.json<RunDocument>(['undo']);
  expect(second.document.tools.map(({ tool }) => tool)).toEqual(['opencode']);
  expect(rack.has(opencode)).toBe(false);
});

/** opencode with two connections side by side, written one after the other. */
async function besides() {
  const made = await setUpRack(models('a/one'));
  const other = await openGateway(models('b/one'));
  const flags = ['--base-url', other.baseUrl, '--gateway', 'second', '--api-key-env', keyVariable];
  const first = made.rack.read(opencode);
  expect((await made.rack.run(['setup', 'opencode', ...flags])).code).toBe(0);
  return { ...made, first };
}

it('of a run that wrote one file of a tool counts the models in the others', async () => {
  const { rack } = await setUpRack(models('a/one', 'a/two'));
  expect((await rack.run(['setup', 'pi'])).code).toBe(0);
  expect((await rack.run(['setup', 'pi', '--mcp'])).code).toBe(0);
  const { document } = await rack.json<RunDocument>(['undo', 'pi']);
  expect(document.tools.map(({ status, models: { removed, total } }) => [status, removed, total])).toEqual([
    ['written', [], 2],
  ]);
});

it('of a connection whose write lies beneath that of another says so', async () => {
  const { rack, first } = await besides();
  const both = rack.read(opencode);
  const covered = await rack.run(['undo', '--gateway', 'modelrack']);
  expect(covered.code).toBe(2);
  expect(covered.stderr).toContain('the last change of connection "modelrack" is covered by a later one of "second"');
  expect(covered.stderr).toContain(`at ~/${opencode}`);
  expect(covered.stderr).toContain('modelrack undo --gateway second');
  expect(rack.read(opencode)).toBe(both);
  expect((await rack.run(['undo', '--gateway', 'second'])).code).toBe(0);
  expect(rack.read(opencode)).toBe(first);
  expect((await rack.run(['undo', '--gateway', 'modelrack'])).code).toBe(0);
  expect(rack.has(opencode)).toBe(false);
});

it('of a connection takes back its own last change, not the latest of all', async () => {
  const { rack } = await besides();
  rack.write('.config/aichat/config.yaml', 'stream: false\n');
  expect((await rack.run(['setup', 'aichat', '--gateway', 'modelrack'])).code).toBe(0);
  expect((await rack.run(['undo', '--gateway', 'second'])).code).toBe(0);
  expect(rack.read(opencode)).not.toContain('b/one');
  expect(rack.read('.config/aichat/config.yaml')).toContain('modelrack');
});

it.each(['undo', 'remove'])('%s of a connection that nobody knows names it, and exits 2', async (command) => {
  const { rack } = await besides();
  const { code, stdout, stderr } = await rack.run([command, '--gateway', 'nosuch']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('there is no connection "nosuch"');
});

it('a removal still finds what a lost configuration does not name', async () => {
  const { rack, first } = await besides();
  rack.write(config, '{}');
  expect((await rack.run(['remove', 'opencode', '--gateway', 'second'])).code).toBe(0);
  expect(rack.read(opencode)).toBe(first);
});

it('takes back what one removal took out of two connections', async () => {
  const { rack } = await besides();
  const before = { opencode: rack.read(opencode), config: JSON.parse(rack.read(config)) };
  expect((await rack.run(['remove'])).code).toBe(0);
  expect(rack.has(opencode)).toBe(false);
  const dry = await rack.run(['undo', '--dry-run']);
  expect(dry).toMatchObject({ code: 0, stderr: expect.stringContaining('what this run wrote for modelrack') });
  expect(rack.has(opencode)).toBe(false);
  const { code, document } = await rack.json<RunDocument>(['undo']);
  expect(code).toBe(0);
  expect(document.tools.map(({ status }) => status)).toEqual(['written', 'written']);
  expect(rack.read(opencode)).toBe(before.opencode);
  expect(JSON.parse(rack.read(config))).toEqual(before.config);
});

it('takes back what one refresh wrote for two connections, and no more', async () => {
  const first = await openGateway(models('a/one'));
  const second = await openGateway(models('b/one'));
  const rack = makeRack();
  const flags = (baseUrl: string) => ['--base-url', baseUrl, '--api-key-env', keyVariable, '--move', '--take-over'];
  await rack.run(['setup', 'opencode', ...flags(first.baseUrl)]);
  await rack.run(['setup', 'opencode', 'codex', '--gateway', 'second', ...flags(second.baseUrl)]);
  const before = { opencode: rack.read(opencode), codex: rack.read('.codex/config.toml') };
  // The same two gateways with one model more each, found by moving the address by hand.
  const grown = [await openGateway(models('a/one', 'a/two')), await openGateway(models('b/one', 'b/two'))];
  const edited = rack.read(config).replace(first.baseUrl, `${grown[0]?.baseUrl}`);
  rack.write(config, edited.replace(second.baseUrl, `${grown[1]?.baseUrl}`));
  expect((await rack.run(['refresh'])).code).toBe(0);
  expect(rack.read(opencode)).toMatch(/a\/two[^]*b\/two/);
  expect((await rack.run(['undo'])).code).toBe(0);
  expect(rack.read(opencode)).toBe(before.opencode);
  expect(rack.read('.codex/config.toml')).toBe(before.codex);
});

it('comes back to a removal after which the tool was set up again', async () => {
  const { rack, gateway } = await setUpRack(models('a/one'), ['opencode', 'aichat']);
  const aichat = '.config/aichat/config.yaml';
  const before = { opencode: rack.read(opencode), aichat: rack.read(aichat), config: JSON.parse(rack.read(config)) };
  await rack.run(['remove', 'opencode']);
  const removed = JSON.parse(rack.read(config));
  const other = await openGateway(models('b/one'));
  const move = ['--base-url', other.baseUrl, '--move', '--take-over', '--api-key-env', keyVariable];
  expect((await rack.run(['setup', 'opencode', 'aichat', ...move])).code).toBe(0);
  await rack.run(['undo']);
  expect(rack.has(opencode)).toBe(false);
  expect(rack.read(aichat)).toBe(before.aichat);
  expect(JSON.parse(rack.read(config))).toEqual(removed);
  const second = await rack.json<RunDocument>(['undo']);
  expect(second.document.tools.map(({ tool }) => tool)).toEqual(['opencode']);
  expect(second.document.gateway.apiRoot).toBe(gateway.baseUrl);
  expect(rack.read(opencode)).toBe(before.opencode);
  expect(rack.read(aichat)).toBe(before.aichat);
  expect(JSON.parse(rack.read(config))).toEqual(before.config);
  await rack.run(['undo']);
  expect([rack.has(opencode), rack.has(aichat)]).toEqual([false, false]);
});

it('leaves what the user wrote between a removal and the next setup', async () => {
  const { rack, gateway } = await setUpRack(models('a/one'));
  await rack.run(['remove']);
  const mine = '{\n  "theme": "mine"\n}\n';
  rack.write(opencode, mine);
  await rack.run(['setup', 'opencode', '--base-url', gateway.baseUrl, '--api-key-env', keyVariable]);
  await rack.run(['remove']);
  expect(rack.read(opencode)).toBe(mine);
  for (const holdsUs of [true, false, true, false]) {
    expect((await rack.run(['undo'])).code).toBe(0);
    expect(rack.read(opencode).includes('a/one')).toBe(holdsUs);
    expect(rack.read(opencode)).toContain('"theme": "mine"');
  }
});
