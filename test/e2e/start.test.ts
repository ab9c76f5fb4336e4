import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { supportedTools } from '../repository/supported-tools.ts';

const script = join(import.meta.dirname, '../start.mjs');

describe.skipIf(process.platform === 'win32')('npm start', () => {
  it('does the whole job in a throwaway home, and stops by itself', async () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const { id, modelChoice, onlyNamed } of await supportedTools()) {
      if (onlyNamed === true) continue;
      const models = modelChoice === 'live' ? 0 : 8;
      expect(stdout).toMatch(new RegExp(`^${id} +~/\\.\\S+ +${models} +\\+\\d+ -\\d+ +(edited|created)$`, 'm'));
    }
    expect(stdout).toContain('  @@');
    expect(stdout).toContain('  /model lite');
    expect(stdout).toContain('setup --base-url');
    const home = /^Home +(\S+)/m.exec(stdout)?.[1] ?? '';
    expect(home).not.toBe('');
    expect(existsSync(home)).toBe(false);
  });

  it('leaves gateway and home in place when asked', async () => {
    const { status, stdout } = spawnSync(process.execPath, [script, '--keep'], { encoding: 'utf8' });
    expect(status).toBe(0);
    const stop = /^and end it with: +(.*)$/m.exec(stdout)?.[1] ?? '';
    try {
      const baseUrl = /^Gateway +(\S+)/m.exec(stdout)?.[1] ?? '';
      expect((await fetch(`${baseUrl.replace(/\/v1$/, '')}/healthz`)).status).toBe(200);
      const look = /^ +(HOME=\S+) node \S+ status$/m.exec(stdout)?.[1] ?? '';
      expect(existsSync(look.replace('HOME=', ''))).toBe(true);
    } finally {
      spawnSync('/bin/sh', ['-c', stop]);
    }
  });
});
