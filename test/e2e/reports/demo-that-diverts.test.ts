import { expect, it } from 'vitest';
import { freePort } from '../../free-port.ts';
import { see, sit } from '../sit.ts';
import { rackWith } from './listing.ts';

it.skipIf(process.platform === 'win32')(
  'the demo, taken with Enter alone, leaves a real tool where it is, and Ctrl-C says how to go back',
  { timeout: 120_000 },
  async () => {
    const rack = rackWith({ '.codex/config.toml': '# mine\n', '.config/opencode/opencode.json': '{}\n' });
    rack.write('.config/modelrack/gateway.jsonc', `{ "listen": { "port": ${await freePort()} } }\n`);
    const terminal = sit(rack, '');
    await see(terminal, 'Which gateway?');
    await terminal.press('Down', 'Enter');
    for (let presses = 0; presses < 8 && !/Ctrl-C/.test(terminal.screen()); presses += 1) {
      await terminal.settle();
      if (!/Ctrl-C/.test(terminal.screen())) await terminal.press('Enter');
    }
    await see(terminal, 'Ctrl-C');
    expect(rack.read('.config/opencode/opencode.json')).toContain('127.0.0.1');
    expect(rack.read('.codex/config.toml')).toBe('# mine\n');
    await terminal.press('Ctrl-C');
    expect(await see(terminal, /code \d/)).toContain('modelrack remove --gateway local');
  },
);
