import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bin, key, keyVariable, makeRack, openGateway, setUpRack, type Rack, type RunDocument } from './rack.ts';

const tools = ['opencode', 'codex', 'claude', 'qwen'];
const foreign = 'sk-proj-FOREIGNforeign0123456789';
const foreignToken = 'FOREIGNopaqueTOKEN';

async function rackWithForeignSecrets(): Promise<Rack> {
  const rack = makeRack();
  rack.write('.config/opencode/opencode.jsonc', `{ "provider": { "x": { "options": { "apiKey": "${foreign}" } } } }\n`);
  rack.write('.claude/settings.json', `{ "env": { "GITHUB_TOKEN": "${foreignToken}" } }\n`);
  rack.write(
    '.qwen/settings.json',
    `{ "mcpServers": { "x": { "headers": { "Authorization": "Bearer ${foreignToken}" } } } }\n`,
  );
  return rack;
}

/** Every file under the home, with its text. */
function texts(folder: string): { file: string; text: string; mode: number }[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, text: readFileSync(file, 'utf8'), mode: statSync(file).mode & 0o777 }));
}

describe.skipIf(process.platform === 'win32')('secrets', () => {
  it.each([
    ['from a variable', ['--api-key-env', keyVariable], undefined],
    ['from standard input', ['--api-key-stdin'], `${key}\n`],
  ])('a key %s shows in no output', async (_, flags, input) => {
    const gateway = await openGateway();
    const rack = await rackWithForeignSecrets();
    const more = input === undefined ? {} : { input };
    const url = ['--base-url', gateway.baseUrl];
    const outputs = [
      await rack.run(['setup', ...tools, ...url, ...flags, '--dry-run'], more),
      await rack.run(['setup', ...tools, ...url, ...flags, '--dry-run', '--json'], more),
      await rack.run(['setup', ...tools, ...url, ...flags, '--verbose'], more),
      await rack.run(['setup', ...tools, '--models', 'demo/*', '--dry-run', '--verbose']),
      await rack.run(['refresh', '--json', '--verbose']),
      await rack.run(['status', '--json']),
      await rack.run(['doctor', '--json']),
      await rack.run(['doctor']),
      await rack.run(['connections', '--json']),
      await rack.run(['remove', '--dry-run']),
      await rack.run(['undo', '--dry-run', '--json']),
    ];
    for (const { code, stdout, stderr } of outputs) {
      expect(code).not.toBe(1);
      expect(stdout + stderr).not.toContain(key);
      expect(stdout + stderr).not.toContain(foreign);
      expect(stdout + stderr).not.toContain(foreignToken);
    }
    expect(gateway.requests.every(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true);
  });

  it('a stored key stands in its own file, and where a tool takes nothing else', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    await rack.run(['setup', ...tools, '--base-url', gateway.baseUrl, '--api-key-stdin'], { input: key });
    expect(statSync(rack.path('.config/modelrack/keys')).mode & 0o777).toBe(0o700);
    for (const { file, text, mode } of texts(rack.home)) {
      if (text.includes(key)) expect([file, mode.toString(8)]).toEqual([file, '600']);
      // Ledger, cache and configuration never hold it; backups may, of files that did.
      if (/\/(ledger|lists|refreshed)\/|config\.jsonc$/.test(file)) expect(text).not.toContain(key);
    }
    expect(rack.read('.config/modelrack/keys/modelrack')).toBe(`${key}\n`);
    expect(rack.read('.config/opencode/opencode.json')).not.toContain(key);
  });

  it('backups and their folder are private', async () => {
    const gateway = await openGateway();
    const rack = await rackWithForeignSecrets();
    const { document } = await rack.json<RunDocument>([
      'setup',
      'opencode',
      '--base-url',
      gateway.baseUrl,
      '--api-key-env',
      keyVariable,
    ]);
    const backup = document.tools[0]?.files[0]?.backup ?? '';
    expect(readFileSync(backup, 'utf8')).toContain(foreign);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect(statSync(rack.path('.local/state/modelrack/backups')).mode & 0o777).toBe(0o700);
  });

  it('no process of ours has the key among its arguments', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const { code } = await rack.run(['setup', ...tools, '--base-url', gateway.baseUrl, '--api-key-stdin'], {
      input: key,
    });
    expect(code).toBe(0);
    // What tools will call stands in their files.
    for (const { file, text } of texts(rack.home)) {
      if (/\b(command|args|apiKeyHelper)\b/.test(text) && !file.includes('/bin/')) {
        expect(text.split('\n').filter((line) => /command|args|Helper/.test(line) && line.includes(key))).toEqual([]);
      }
    }
  });
});

describe('what a URL holds beside the address', () => {
  const password = 'PASSWORDinURL';
  const parameter = 'PARAMETERinURL';

  it('shows in no output when the configuration has it', async () => {
    const { gateway, rack } = await setUpRack({}, ['opencode', 'codex', 'claude']);
    const { apiRoot } = (await rack.json<{ connections: { apiRoot: string }[] }>(['connections'])).document
      .connections[0] ?? { apiRoot: '' };
    const address = apiRoot.replace('http://', '');
    const config = '.config/modelrack/config.jsonc';
    rack.write(config, rack.read(config).replace(apiRoot, `http://jo:${password}@${address}?k=${parameter}`));
    const outputs = [
      await rack.run(['connections']),
      await rack.run(['connections', '--json']),
      await rack.run(['doctor']),
      await rack.run(['doctor', '--json']),
      await rack.run(['status', '--json']),
      await rack.run(['list', '--verbose']),
      await rack.run(['refresh', '--dry-run']),
      await rack.run(['refresh', '--dry-run', '--json']),
      await rack.run(['setup', 'cursor', '--dry-run', '--verbose']),
      await rack.run(['setup', 'env']),
      await rack.run(['refresh', '--json']),
      await rack.run(['remove', '--dry-run']),
      await rack.run(['undo', '--dry-run', '--json']),
    ];
    await gateway.close();
    outputs.push(await rack.run(['doctor']), await rack.run(['list']), await rack.run(['list', '--json']));
    for (const { stdout, stderr } of outputs) {
      expect(stdout + stderr).not.toContain(password);
      expect(stdout + stderr).not.toContain(parameter);
    }
    expect(outputs[0]?.stdout).toContain(`http://***@${address}?k=***`);
  });

  it.each([
    ['setup', 'opencode', '--base-url', `https://jo:${password}@gw.example.test/v1?k=${parameter}`],
    ['setup', 'opencode', '--base-url', `https://jo:pa/${password}@gw.example.test/v1?k=${parameter}`],
    ['setup', 'opencode', '--base-url', `https://jo:pa?${password}@gw.example.test/v1?k=${parameter}`],
    ['setup', 'opencode', '--gateway', `https://jo:${password}@gw.example.test/v1?k=${parameter}`],
    ['setup', `https://jo:${password}@gw.example.test/v1?k=${parameter}`],
    ['list', `--url=https://jo:${password}@gw.example.test/v1?k=${parameter}`],
    [`https://jo:${password}@gw.example.test/v1?k=${parameter}`],
  ])('shows in no answer to %s %s %s %s', async (...args) => {
    const rack = makeRack();
    for (const more of [[], ['--json'], ['--verbose']]) {
      const { code, stdout, stderr } = await rack.run([...args, ...more]);
      expect(code).toBe(2);
      expect(stdout + stderr).not.toContain(password);
      expect(stdout + stderr).not.toContain(parameter);
    }
  });
});

describe('key', () => {
  it('prints the key into a pipe, and nothing else', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    await rack.run(['setup', 'opencode', '--base-url', gateway.baseUrl, '--api-key-stdin'], { input: `  ${key}\r\n` });
    expect(await rack.run(['key'])).toEqual({ code: 0, stdout: `${key}\n`, stderr: '' });
    expect(await rack.run(['key', 'modelrack'])).toMatchObject({ code: 0, stdout: `${key}\n` });
    expect(await rack.run(['key', 'modelrak'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('did you mean modelrack?'),
    });
  });

  it('is refused when it is empty or no key', async () => {
    const gateway = await openGateway();
    const rack = makeRack();
    const flags = ['setup', 'opencode', '--base-url', gateway.baseUrl, '--api-key-stdin'];
    expect((await rack.run(flags, { input: '' })).code).toBe(5);
    expect((await rack.run(flags, { input: 'two words' })).code).toBe(2);
    expect(rack.has('.config/modelrack')).toBe(false);
  });
});

it('a reader that leaves early is no failure', async () => {
  const gateway = await openGateway();
  const rack = makeRack();
  const child = spawn(process.execPath, [bin, 'list', '--base-url', gateway.baseUrl, '--api-key-env', keyVariable], {
    env: { HOME: rack.home, PATH: '', [keyVariable]: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
