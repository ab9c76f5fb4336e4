import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { keyVariable, makeRack, openGateway, setUpRack, type Rack, type RunDocument } from './rack.ts';

const sourceWith = (line: string) => `
export default {
  id: 'house-code', name: 'House Code', aliases: [], homepage: 'https://house.example.test',
  verified: '1.0.0', verification: 'documentation', detect: { bin: [], places: [{ home: '.house' }] },
  files: [{ id: 'main', format: 'toml', places: [{ home: '.house/config.toml' }] }],
  wires: ['chat'], modelChoice: 'many', picks: '/model', key: ['env'],
  baseUrl: 'api-root', interpolates: [], exclusive: false,
  plan({ gateway, file }) { ${line} return [file('main').set(['providers', gateway.id, 'url'], gateway.url)]; },
};
`;
const config = '.house/config.toml';
const mine = '# mine\ntheme = "dark"\n';

async function agreeTo(rack: Rack, baseUrl: string, line: string): Promise<number | null> {
  rack.write('my-tool/package.json', '{ "name": "my-tool", "type": "module", "main": "tool.js" }');
  rack.write('my-tool/tool.js', sourceWith(line));
  const args = ['setup', '--tool-package', '../my-tool', '--base-url', baseUrl, '--api-key-env', keyVariable, '--yes'];
  return (await rack.run(args)).code;
}

const failing = [
  ['throws', `throw new Error('broken');`],
  ['gives nothing', 'return null;'],
];

it.each(failing)('what a package wrote is removed by the record where its plan %s by now', async (_, line) => {
  const { baseUrl } = await openGateway();
  const rack = makeRack();
  rack.write(config, mine);
  expect(await agreeTo(rack, baseUrl, '')).toBe(0);
  expect(rack.read(config)).toContain(baseUrl);
  // Agreed to again, as it is now.
  expect(await agreeTo(rack, baseUrl, line)).toBe(3);
  const { code, document } = await rack.json<RunDocument>(['remove']);
  expect(code, JSON.stringify(document)).toBe(0);
  expect(rack.read(config)).toBe(mine);
  expect((await rack.run(['connections', 'forget', 'modelrack'])).code).toBe(0);
});

it.each(failing)('a package whose plan %s and that never wrote anything spoils no removal', async (_, line) => {
  const { gateway, rack } = await setUpRack();
  expect(await agreeTo(rack, gateway.baseUrl, line)).toBe(3);
  expect((await rack.run(['remove'])).code).toBe(0);
  const again = await rack.run(['remove']);
  expect(again.code, again.stderr).toBe(0);
  expect(again.stderr).not.toContain('house-code');
});

it('is told where the record is lost: what it wrote can be found by its plan alone', async () => {
  const { baseUrl } = await openGateway();
  const rack = makeRack();
  await agreeTo(rack, baseUrl, '');
  await agreeTo(rack, baseUrl, `throw new Error('broken');`);
  rmSync(rack.path('.local/state'), { recursive: true });
  const { code, stderr } = await rack.run(['remove']);
  expect(code, stderr).toBe(3);
  expect(stderr).toContain('house-code: the tool package failed in "plan": broken');
});
