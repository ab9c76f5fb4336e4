import { spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { bin } from '../rack.ts';
import { openListing, rackWith, succeed } from './listing.ts';

it.skipIf(process.platform === 'win32')(
  'a connection of the user that is called local is not taken over by our own gateway',
  async () => {
    const { baseUrl, flags } = await openListing();
    const rack = rackWith({});
    await succeed(rack, ['setup', 'opencode', '--gateway', 'local', ...flags]);
    const config = rack.read('.config/modelrack/config.jsonc');
    const written = rack.read('.config/opencode/opencode.json');
    const child = spawn(process.execPath, [bin, 'gateway', 'start', '--port', '0'], {
      env: { HOME: rack.home, PATH: '' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const own = await new Promise<string>((resolve) =>
      child.stdout.once('data', (line) => resolve(String(line).trim())),
    );
    expect(own).not.toBe(baseUrl);
    expect(rack.read('.config/modelrack/config.jsonc')).toBe(config);
    await succeed(rack, ['refresh']);
    expect(rack.read('.config/opencode/opencode.json')).toBe(written);
  },
);
