import { expect, it } from 'vitest';
import { keyVariable, makeRack, openGateway, type RunDocument } from './rack.ts';

const before = 'version: 1.2.1\n# mine\n';
const models = (...ids: string[]) => ({ models: ids.map((id) => ({ id })) });

/** Of LibreChat, whose file belongs to a folder, in two of them, and of opencode. */
async function setUpInFolders() {
  const rack = makeRack();
  const first = await openGateway(models('a/one'));
  const second = await openGateway(models('a/one', 'a/two'));
  for (const folder of ['p', 'r']) rack.write(`${folder}/librechat.yaml`, before);
  rack.write('q/other.txt', '');
  const setUp = (folder: string, baseUrl: string) =>
    rack.run(['setup', 'librechat', 'opencode', '--base-url', baseUrl, '--move', '--api-key-env', keyVariable], {
      cwd: rack.path(folder),
    });
  expect((await setUp('p', first.baseUrl)).code).toBe(0);
  return { rack, setUp, second, elsewhere: { cwd: rack.path('q') } };
}

it('a file of the folder of its setup is kept up to date and emptied from every folder', async () => {
  const { rack, setUp, second, elsewhere } = await setUpInFolders();
  expect((await setUp('r', second.baseUrl)).code).toBe(0);
  const refreshed = await rack.json<RunDocument>(['refresh'], elsewhere);
  expect(refreshed.code, refreshed.stderr).toBe(0);
  expect(rack.read('p/librechat.yaml')).toContain('a/two');
  const status = await rack.json<{ tools: { tool: string; files: string[] }[] }>(['status'], elsewhere);
  const files = status.document.tools.find(({ tool }) => tool === 'librechat')?.files;
  expect(files?.toSorted()).toEqual([rack.path('p/librechat.yaml'), rack.path('r/librechat.yaml')]);
  expect((await rack.run(['remove'], elsewhere)).code).toBe(0);
  expect([rack.read('p/librechat.yaml'), rack.read('r/librechat.yaml')]).toEqual([before, before]);
});

it('undo of a setup in one folder leaves the tool set up in the other', async () => {
  const { rack, elsewhere } = await setUpInFolders();
  const config = JSON.parse(rack.read('.config/modelrack/config.jsonc'));
  const written = rack.read('p/librechat.yaml');
  expect((await rack.run(['setup', 'librechat'], { cwd: rack.path('r') })).code).toBe(0);
  expect((await rack.run(['undo'], elsewhere)).code).toBe(0);
  expect([rack.read('p/librechat.yaml'), rack.read('r/librechat.yaml')]).toEqual([written, before]);
  expect(JSON.parse(rack.read('.config/modelrack/config.jsonc'))).toEqual(config);
});

it('a removal finds in the ledger the file that the configuration does not name', async () => {
  const { rack, elsewhere } = await setUpInFolders();
  rack.write('.config/modelrack/config.jsonc', '{}');
  expect((await rack.run(['remove', 'librechat'], elsewhere)).code).toBe(0);
  expect(rack.read('p/librechat.yaml')).toBe(before);
});
