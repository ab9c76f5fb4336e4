import { describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { makeRack, picture } from './rack.ts';
import { see, sit } from './sit.ts';

const opencode = '.config/opencode/opencode.json';

describe.skipIf(process.platform === 'win32')('the demo', () => {
  it('asks about each tool that has one gateway at a time, writes nothing before a yes, and says how to go back', async () => {
    const rack = makeRack();
    rack.write(opencode, '{}\n');
    rack.write('.codex/config.toml', '# mine\n');
    const port = await freePort();
    rack.write('.config/modelrack/gateway.jsonc', `{ "listen": { "port": ${port} } }\n`);
    const before = picture(rack.home);
    const terminal = sit(rack, '');
    await see(terminal, 'Which gateway?');
    await terminal.press('Down', 'Enter');
    const tools = await see(terminal, 'Which tools?');
    expect(tools).toContain('This is an echo: no model answers.');
    expect(tools).toMatch(/◯ Codex CLI$/m);
    await terminal.type('a');
    await terminal.press('Ctrl-C');
    await see(terminal, 'code 130');
    expect(picture(rack.home)).toEqual(before);
    const again = sit(rack, '');
    await see(again, 'Which gateway?');
    await again.press('Down', 'Enter');
    await see(again, 'Which tools?');
    // The rows of tools that are here come first.
    await again.press('Enter');
    await see(again, 'Which models?');
    await again.press('Enter');
    await see(again, 'Write these changes?');
    expect(picture(rack.home)).toEqual(before);
    await again.press('Enter');
    await see(again, 'until Ctrl-C');
    const { baseURL } = JSON.parse(rack.read(opencode)).provider.local.options;
    expect(baseURL).toBe(`http://127.0.0.1:${port}/v1`);
    const wanted = rack.read('.config/modelrack/keys/local').trim();
    const answer = await fetch(`${baseURL}/models`, { headers: { authorization: `Bearer ${wanted}` } });
    expect(answer.status).toBe(200);
    await answer.text();
    await again.press('Ctrl-C');
    const screen = await see(again, 'code 0');
    expect(screen).not.toContain(wanted);
    expect(screen).toContain('modelrack remove --gateway local');
    expect(rack.read('.codex/config.toml')).toBe('# mine\n');
    expect((await rack.run(['remove', '--gateway', 'local', '--yes'])).code).toBe(0);
    expect(rack.read(opencode)).toBe('{}\n');
  });

  it('diverts a tool with one gateway at a time only after a yes of its own', async () => {
    const rack = makeRack();
    rack.write('.codex/config.toml', '# mine\n');
    rack.write('.config/modelrack/gateway.jsonc', `{ "listen": { "port": ${await freePort()} } }\n`);
    const terminal = sit(rack, '');
    await see(terminal, 'Which gateway?');
    await terminal.press('Down', 'Enter');
    await see(terminal, 'Which tools?');
    await terminal.type(' ');
    await terminal.press('Enter');
    await see(terminal, 'Codex CLI uses one gateway at a time');
    await terminal.press('Enter');
    // No is the answer of whoever only presses Enter, and then no tool is left.
    await see(terminal, /(?:Which tools\?[^]*){2}/);
    await terminal.press('Ctrl-C');
    await see(terminal, 'code 130');
    expect(rack.read('.codex/config.toml')).toBe('# mine\n');
  });
});
