import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bin, key, keyVariable, makeRack, openGateway, picture, type Rack } from './rack.ts';

/** Where the managers keep two versions, relative to the home folder. */
const managers = {
  nvm: ['.nvm/versions/node/v20.20.2/bin/node', '.nvm/versions/node/v22.3.0/bin/node'],
  fnm: [
    '.local/share/fnm/node-versions/v20.20.2/installation/bin/node',
    '.local/share/fnm/node-versions/v24.1.0/installation/bin/node',
  ],
  mise: ['.local/share/mise/installs/node/20.20.2/bin/node', '.local/share/mise/installs/node/22.3.0/bin/node'],
  asdf: ['.asdf/installs/nodejs/20.20.2/bin/node', '.asdf/installs/nodejs/22.3.0/bin/node'],
  volta: ['.volta/tools/image/node/20.20.2/bin/node', '.volta/tools/image/node/22.3.0/bin/node'],
  tarball: ['opt/node-v20.20.2-linux-x64/bin/node', '.nvm/versions/node/v22.3.0/bin/node'],
  brew: ['brew/Cellar/node/20.20.2/bin/node', 'brew/bin/node'],
} as const;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(
  rack: Rack,
  words: readonly [string, ...string[]],
  env: Record<string, string> = {},
  input = '',
): Promise<Ended> {
  const [program, ...args] = words;
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: rack.path('work'), env: { HOME: rack.home, PATH: '/nowhere', ...env } });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** The Node of these tests, under another path; a copy where it is on another disk. */
function putNode(rack: Rack, name: string): string {
  const file = rack.path(name);
  mkdirSync(dirname(file), { recursive: true });
  try {
    linkSync(process.execPath, file);
  } catch {
    copyFileSync(process.execPath, file);
    chmodSync(file, 0o755);
  }
  return file;
}

describe.skipIf(process.platform === 'win32')('an update of Node', () => {
  it.each(Object.entries(managers))('by %s leaves hooks and key commands alive', async (_, [old, next]) => {
    const { baseUrl } = await openGateway();
    const rack = makeRack();
    const node = putNode(rack, old);
    const before = Object.keys(picture(rack.home));
    const setUp = await start(
      rack,
      [node, bin, 'setup', 'claude-code', 'codex', '--base-url', baseUrl, '--api-key-stdin'],
      {},
      key,
    );
    expect(setUp.code, setUp.stderr).toBe(0);
    expect((await start(rack, [node, bin, 'refresh', '--check'])).code).toBe(0);
    const { apiKeyHelper } = JSON.parse(rack.read('.claude/settings.json')) as { apiKeyHelper: string };
    expect(apiKeyHelper).not.toContain('20.20.2');
    mkdirSync(dirname(rack.path(next)), { recursive: true });
    renameSync(node, rack.path(next));
    rmSync(dirname(node), { recursive: true });
    const helped = await start(rack, ['/bin/sh', '-c', apiKeyHelper]);
    expect(helped.stdout.trim(), helped.stderr).toBe(key);
    // With the new one nothing changes but the script, and remove leaves no trace.
    const moved = await start(rack, [rack.path(next), bin, 'remove']);
    expect(moved.code, moved.stderr).toBe(0);
    expect(rack.has('.local/share/modelrack/bin')).toBe(false);
    const left = Object.keys(picture(rack.home)).filter(
      (file) => !before.includes(file) && !/modelrack|node/.test(file),
    );
    expect(left).toEqual([]);
  });

  /** The script that finds Node, after the Node that made it is gone. */
  async function finder(rack: Rack): Promise<string> {
    const { baseUrl } = await openGateway();
    const node = putNode(rack, managers.nvm[0]);
    const words = [node, bin, 'setup', 'claude-code', '--base-url', baseUrl, '--api-key-stdin'] as const;
    expect((await start(rack, words, {}, key)).code).toBe(0);
    rmSync(rack.path('.nvm/versions/node/v20.20.2'), { recursive: true });
    return rack.path('.local/share/modelrack/bin/node');
  }
  /** Tells which one was started, and its version where it is asked for it. */
  function putOther(rack: Rack, name: string, version: string): string {
    const isNew = Number(version.split('.')[0]) > 20 || /^20\.(?:19|[2-9]\d)\./.test(version);
    rack.write(name, `#!/bin/sh\n[ "$1" = -e ] && exit ${isNew ? 0 : 1}\necho ${version}\n`);
    chmodSync(rack.path(name), 0o755);
    return rack.path(name);
  }

  it.each([
    ['the newest by number', ['.nvm v20.19.5', '.nvm v20.20.1', '.nvm v20.9.0'], '20.20.1'],
    ['no matter which manager has it', ['.nvm v24.11.0', '.asdf 22.3.0', '.nvm v24.9.0'], '24.11.0'],
    [
      'none that is too old',
      ['.nvm v9.11.2', '.nvm v20.9.0', '.nvm v20.18.3', '.asdf 18.20.1', '.asdf 20.19.0'],
      '20.19.0',
    ],
    ['a release before its time', ['.nvm v26.0.0-rc.1', '.nvm v24.0.0'], '26.0.0-rc.1'],
    ['nothing that is no version', ['.asdf 22.x.y', '.asdf 21.1.1', '.asdf 99.9'], '21.1.1'],
  ])('takes %s', async (_, there, expected) => {
    const rack = makeRack();
    const script = await finder(rack);
    for (const [manager, name = ''] of there.map((one) => one.split(' '))) {
      const folder = manager === '.nvm' ? '.nvm/versions/node' : '.asdf/installs/nodejs';
      putOther(rack, `${folder}/${name}/bin/node`, name.replace('v', ''));
    }
    expect((await start(rack, [script, 'x'])).stdout.trim()).toBe(expected);
  });

  it.each([
    ['18.20.1', 'on the PATH'],
    ['20.9.0', 'on the PATH'],
    ['20.18.3', "of Volta's own"],
  ])('takes no Node %s %s where no manager has a newer one', async (version, where) => {
    const rack = makeRack();
    const script = await finder(rack);
    const old = putOther(rack, where === 'on the PATH' ? 'old/node' : '.volta/bin/node', version);
    const ended = await start(rack, [script, '-p', 'process.versions.node'], { PATH: rack.path('old') });
    expect(ended.stdout.trim(), old).not.toBe(version);
    // The one of the machine, if there is any in its usual place.
    if (ended.code !== 0) expect(ended.stderr).toContain('no Node of release 20.19 or newer');
    const good = putOther(rack, 'old/node', '20.19.0');
    expect((await start(rack, [script, 'x'], { PATH: dirname(good) })).stdout.trim()).toBe('20.19.0');
  });

  it('is no matter where Node is in a folder that lasts', async () => {
    const { baseUrl } = await openGateway();
    const rack = makeRack();
    const node = putNode(rack, 'local/bin/node');
    const words = [node, bin, 'setup', 'claude-code', '--base-url', baseUrl, '--api-key-env', keyVariable] as const;
    expect((await start(rack, [...words], { [keyVariable]: key })).code).toBe(0);
    expect(rack.read('.claude/settings.json')).toContain(`${node} `);
    expect(rack.has('.local/share/modelrack/bin/node')).toBe(false);
    expect(statSync(rack.path('.local/share/modelrack/bin/modelrack.js')).isFile()).toBe(true);
  });
});
