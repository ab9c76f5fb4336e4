import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { key, keyVariable, makeRack, openGateway, picture, type Rack } from './rack.ts';
import { see, sit } from './sit.ts';

const opencode = '.config/opencode/opencode.json';

function clone(file: object): Rack {
  const rack = makeRack();
  mkdirSync(rack.path('work/.git'));
  rack.write(opencode, '{}\n');
  rack.write('work/modelrack.json', JSON.stringify(file));
  return rack;
}

describe.skipIf(process.platform === 'win32')('a clone with a file for a team, at a terminal', () => {
  it.each(['', 'setup'])('is set up by `modelrack %s` in two answers and the key', async (args) => {
    const gateway = await openGateway();
    const rack = clone({ gateway: gateway.baseUrl, tools: ['opencode', 'goose'], models: ['lite', 'plus'] });
    const terminal = sit(rack, args);
    const page = await see(terminal, 'Its key is asked for next.');
    expect(page).toContain('is a team file. It asks for:');
    expect(page).toContain('Not on this machine: Goose');
    expect(page).toContain(`gateway  ${gateway.baseUrl}`);
    expect(gateway.requests).toEqual([]);
    await terminal.type('y');
    await terminal.press('Enter');
    await see(terminal, 'Key of the gateway');
    await terminal.type(key);
    await terminal.press('Enter');
    expect(await see(terminal, 'Write these changes?')).not.toContain('Which');
    await terminal.press('Enter');
    expect(await see(terminal, 'code 0')).not.toContain(key);
    expect(Object.keys(JSON.parse(rack.read(opencode)).provider.team.models)).toEqual(['lite', 'plus']);
    const again = sit(rack, args);
    expect(await see(again, 'code 0')).not.toContain('is a team file');
  });

  it('is left alone after a no, which is what Enter says', async () => {
    const gateway = await openGateway();
    const rack = clone({ gateway: gateway.baseUrl });
    const before = picture(rack.home);
    const terminal = sit(rack, '', { MODELRACK_API_KEY: key });
    await see(terminal, 'send it the key in $MODELRACK_API_KEY?');
    await terminal.press('Enter');
    expect(await see(terminal, 'code 0')).toContain('modelrack setup --no-team');
    expect(gateway.requests).toEqual([]);
    expect(picture(rack.home)).toEqual(before);
  });

  it('leaves the tools and models open that it does not name', async () => {
    const gateway = await openGateway();
    const rack = clone({ gateway: gateway.baseUrl });
    const terminal = sit(rack, `setup --api-key-env ${keyVariable}`);
    await see(terminal, 'send it the key that you named?');
    await terminal.type('y');
    await terminal.press('Enter');
    await see(terminal, 'Which tools?');
    await terminal.press('Enter');
    expect(await see(terminal, 'Write these changes?')).toContain('all');
    await terminal.press('Ctrl-C');
    await see(terminal, 'code 130');
    expect(rack.read(opencode)).toBe('{}\n');
  });
});
