import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bin, key, keyVariable, makeRack, openGateway, picture, type Rack } from './rack.ts';

/** Stands in for a tool: it writes down what it was given, and behaves as its first argument says. */
const program = `#!${process.execPath}
const { readFileSync, writeFileSync, statSync } = require('node:fs');
const [, , ...args] = process.argv;
if (args[0] === '--version') {
  console.log('9.9.9');
  process.exit();
}
const variables = ['OPENCODE_CONFIG_CONTENT', 'QWEN_CODE_SYSTEM_SETTINGS_PATH', 'CONTINUE_GLOBAL_DIR', 'MODELRACK_SESSION_KEY', '${keyVariable}'];
const settings = process.env.QWEN_CODE_SYSTEM_SETTINGS_PATH;
const told = {
  args,
  env: Object.fromEntries(variables.map((name) => [name, process.env[name]])),
  settings: settings && readFileSync(settings, 'utf8'),
  modes: settings && [settings, require('node:path').dirname(settings)].map((path) => (statSync(path).mode & 0o777).toString(8)),
};
writeFileSync(process.env.HOME + '/told.json', JSON.stringify(told));
process.stdout.write('out of it');
if (args[0] === 'wait') {
  process.on('SIGTERM', () => process.exit(42));
  process.stdout.write('ready');
  setInterval(() => {}, 1000);
} else process.exit(Number(args[0] ?? 0));
`;

function rackWith(...names: readonly string[]) {
  const rack = makeRack();
  for (const name of names) {
    rack.write(`programs/${name}`, program);
    chmodSync(rack.path(`programs/${name}`), 0o755);
  }
  return { rack, env: { PATH: rack.path('programs') } };
}

const told = (rack: Rack) => JSON.parse(rack.read('told.json'));
const leftIn = (rack: Rack): readonly string[] =>
  existsSync(rack.path('.local/state/modelrack/tmp')) ? readdirSync(rack.path('.local/state/modelrack/tmp')) : [];

describe.skipIf(process.platform === 'win32')('run', () => {
  it('starts the tool with the gateway in its variables, and passes on arguments, output and exit code', async () => {
    const gateway = await openGateway();
    const { rack, env } = rackWith('opencode');
    const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable];
    const { code, stdout, stderr } = await rack.run(
      ['run', 'opencode', ...flags, '-m', 'plus', '--', '7', '--dry-run'],
      { env },
    );
    expect(code, stderr).toBe(7);
    expect(stdout).toBe('out of it');
    expect(told(rack).args).toEqual(['7', '--dry-run']);
    const content = JSON.parse(told(rack).env.OPENCODE_CONFIG_CONTENT);
    expect(content.model).toBe('session/plus');
    expect(content.provider.session.options).toEqual({ baseURL: gateway.baseUrl, apiKey: `{env:${keyVariable}}` });
    expect(stderr).not.toContain(key);
    expect(rack.has('.config')).toBe(false);
    expect(leftIn(rack)).toEqual([]);
  });

  it('makes files that only the user can read, gives the stored key in a variable, and takes the files away', async () => {
    const gateway = await openGateway();
    const { rack, env } = rackWith('qwen');
    rack.write('.config/opencode/opencode.json', '{}');
    await rack.run(['setup', 'opencode', '--base-url', gateway.baseUrl, '--api-key-stdin'], { input: key });
    const before = picture(rack.path('.config'));
    const { code, stderr } = await rack.run(['run', 'qwen'], { env });
    expect(code, stderr).toBe(0);
    const { settings, modes, env: variables } = told(rack);
    expect(modes).toEqual(['600', '700']);
    expect(variables.MODELRACK_SESSION_KEY).toBe(key);
    expect(settings).not.toContain(key);
    expect(JSON.parse(settings).model.name).toBe('lite');
    expect(picture(rack.path('.config'))).toEqual(before);
    expect(leftIn(rack)).toEqual([]);
  });

  it('begins with a copy where the tool reads our file instead of the one of the user', async () => {
    const gateway = await openGateway();
    const { rack, env } = rackWith('cn');
    rack.write('.continue/config.yaml', '# mine\nname: Mine\nversion: 1.2.3\n');
    const before = picture(rack.path('.continue'));
    const call = ['run', 'cn', '--base-url', gateway.baseUrl, '--api-key-env', keyVariable, '--dry-run'];
    const { stdout, code } = await rack.json<{ files: { path: string; diff: string }[] }>(call, { env });
    expect(code).toBe(0);
    expect(stdout).toContain('name: Mine');
    expect(stdout).not.toContain(key);
    expect(rack.has('told.json')).toBe(false);
    expect(picture(rack.path('.continue'))).toEqual(before);
    rack.write('.continue/config.yaml', 'name: [\n');
    const refused = await rack.json<{ error: object }>(call, { env });
    expect(refused.code).toBe(3);
    expect(refused.document.error).toMatchObject({
      path: rack.path('.continue/config.yaml'),
      line: expect.any(Number),
    });
  });

  it('hands a wish to end on to the tool, ends as it does, and leaves nothing', async () => {
    const gateway = await openGateway();
    const { rack, env } = rackWith('qwen');
    const args = ['run', 'qwen', '--base-url', gateway.baseUrl, '--api-key-env', keyVariable, '--', 'wait'];
    const child = spawn(process.execPath, [bin, ...args], {
      env: { HOME: rack.home, ...env, [keyVariable]: key },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise((resolve) => child.once('close', resolve));
    await new Promise<void>((resolve) => {
      let seen = '';
      child.stdout.on('data', (chunk) => (seen += String(chunk)).includes('ready') && resolve());
    });
    expect(leftIn(rack)).toHaveLength(1);
    child.kill('SIGTERM');
    expect(await ended).toBe(42);
    expect(leftIn(rack)).toEqual([]);
  });

  it('sweeps what a killed session left, and nothing of one that runs', async () => {
    const gateway = await openGateway();
    const { rack, env } = rackWith('opencode');
    const tmp = '.local/state/modelrack/tmp';
    rack.write(`${tmp}/dead/.pids`, '999999999\n');
    rack.write(`${tmp}/alive/.pids`, `999999999\n${process.pid}\n`);
    mkdirSync(rack.path(`${tmp}/empty`));
    await rack.run(['run', 'opencode', '--base-url', gateway.baseUrl, '--api-key-env', keyVariable], { env });
    expect(leftIn(rack)).toEqual(['alive']);
    expect(statSync(join(rack.path(tmp), 'alive')).isDirectory()).toBe(true);
  });

  it.each([
    { args: ['zed'], code: 2, says: 'an editor that is already running' },
    { args: ['cursor'], code: 2, says: 'cannot be run for one session' },
    { args: ['opencode'], code: 2, says: 'not installed here' },
    { args: ['nothing'], code: 2, says: 'there is no tool' },
    { args: ['qwen', '-m', 'no/such'], code: 2, says: '--model no/such' },
    { args: ['qwen', '--json'], code: 2, says: '--json cannot be used' },
  ])('says why it cannot: $args', async ({ args, code, says }) => {
    const gateway = await openGateway();
    const { rack, env } = rackWith('qwen');
    const result = await rack.run(['run', ...args, '--base-url', gateway.baseUrl, '--api-key-env', keyVariable], {
      env,
    });
    expect(result.code, result.stderr).toBe(code);
    expect(result.stderr).toContain(says);
    expect(rack.has('told.json')).toBe(false);
  });
});
