import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { initialize } from './mcp-line.ts';
import { node, serverShapes as shapes } from './mcp-shapes.ts';
import { key, keyVariable, makeRack, openGateway, picture, type Rack, type RunDocument } from './rack.ts';

async function scene(): Promise<{ rack: Rack; connect: readonly string[] }> {
  const gateway = await openGateway();
  return { rack: makeRack(), connect: ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable, '--take-over'] };
}

async function setUp(rack: Rack, args: readonly string[], code = 0) {
  const result = await rack.json<RunDocument>(['setup', ...args]);
  expect(result.code, result.stdout + result.stderr).toBe(code);
  return result.document.tools;
}

function read(rack: Rack, file: string): unknown {
  const text = rack.read(file);
  if (file.endsWith('.toml')) return parseToml(text);
  return file.endsWith('.yaml') ? parseYaml(text) : JSON.parse(text);
}

// What lies in a file, step by step.
const at = (value: any, path: readonly (string | number)[]): any => path.reduce((inner, step) => inner?.[step], value); // eslint-disable-line typescript/no-explicit-any

const scriptOf = (rack: Rack) => rack.path('.local/share/modelrack/bin/modelrack.js');

it.skipIf(process.platform !== 'linux')(
  'writes the entry of every tool, once, without a key, and takes it out',
  async () => {
    const { rack, connect } = await scene();
    const [librechat = ''] = shapes['librechat'] ?? [];
    rack.write(librechat, 'version: 1.3.5\n');
    const all = Object.keys(shapes);
    const tools = await setUp(rack, [...all, '--mcp', ...connect]);
    expect(tools.map(({ tool, status }) => `${tool} ${status}`)).toEqual(all.map((tool) => `${tool} written`));
    for (const [tool, [file, path, entry]] of Object.entries(shapes)) {
      const written: unknown = at(read(rack, file), path);
      expect(written, tool).toEqual(entry(scriptOf(rack)));
      expect(JSON.stringify(written)).not.toContain(key);
    }
    expect(read(rack, '.config/gptme/config.toml')).toMatchObject({ mcp: { enabled: true } });
    const files = Object.values(shapes).map(([file]) => rack.path(file));
    const times = files.map((file) => statSync(file).mtimeMs);
    for (const again of [['refresh'], ['setup', ...all, '--mcp']]) {
      const { document } = await rack.json<RunDocument>(again);
      expect(document.tools.filter(({ status }) => status !== 'unchanged')).toEqual([]);
    }
    expect(files.map((file) => statSync(file).mtimeMs)).toEqual(times);
    expect((await rack.run(['remove'])).code).toBe(0);
    const left = Object.keys(picture(rack.home)).filter(
      (name) => !/\.(?:config|cache|local\/state)\/modelrack/.test(name),
    );
    expect(left).toEqual([rack.path(librechat)]);
    expect(rack.read(librechat)).toBe('version: 1.3.5\n');
    // All is as it was, entries and models, though the files that held nothing else are gone.
    const undone = await rack.json<RunDocument>(['undo', '--yes']);
    expect(undone.code, undone.stdout).toBe(0);
    // These take the key itself, which is kept nowhere: nothing of them comes back.
    const heldKey = ({ notes }: { notes: readonly string[] }) => notes.some((note) => note.includes('contained a key'));
    const { tools: outcomes } = undone.document;
    expect(outcomes.filter(heldKey).map(({ tool }) => tool)).toEqual(['cline', 'copilot']);
    for (const { tool } of outcomes.filter((one) => !heldKey(one))) {
      const [file = '', path = [], entry] = shapes[tool] ?? [];
      expect(at(read(rack, file), path), tool).toEqual(entry?.(scriptOf(rack)));
    }
    expect((await rack.run(['refresh', '--check'])).code).toBe(0);
  },
);

describe.skipIf(process.platform === 'win32')('setup --mcp', () => {
  const claude = '{\n  "numStartups": 3,\n  "mcpServers": { "mine": { "command": "x" } },\n  "projects": {}\n}\n';

  it('splices into the state of Claude Code, keeps its mode, and gives it back byte for byte', async () => {
    const { rack, connect } = await scene();
    rack.write('.claude.json', claude);
    chmodSync(rack.path('.claude.json'), 0o600);
    const [outcome] = await setUp(rack, ['claude-code', '--mcp', ...connect]);
    expect(outcome?.notes.join()).toContain('restart running sessions');
    expect(statSync(rack.path('.claude.json')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(rack.read('.claude.json'))).toMatchObject({
      numStartups: 3,
      mcpServers: { mine: { command: 'x' }, modelrack: { type: 'stdio' } },
    });
    await rack.run(['undo', 'claude-code']);
    expect(rack.read('.claude.json')).toBe(claude);
    await setUp(rack, ['claude-code', '--mcp', ...connect]);
    await rack.run(['remove', 'claude-code']);
    expect(rack.read('.claude.json')).toBe(claude);
  });

  it.each([
    ['claude-code', '.claude.json'],
    ['pi', '.pi/agent/mcp.json'],
    ['kimi', '.kimi-code/mcp.json'],
    ['cline', '.cline/data/settings/cline_mcp_settings.json'],
  ])(
    'refuses a comment in the strict file of %s, with its place, and only where it is about that file',
    async (tool, file) => {
      const { rack, connect } = await scene();
      rack.write(file, '{\n  // mine\n  "mcpServers": {}\n}\n');
      const tools = await setUp(rack, [tool, '--mcp', ...connect], 3);
      expect(tools).toMatchObject([
        { status: 'refused', error: { code: 'file-invalid', path: rack.path(file), line: 2, column: 3 } },
      ]);
      expect(rack.read(file)).toBe('{\n  // mine\n  "mcpServers": {}\n}\n');
      expect(await setUp(rack, [tool, ...connect])).toMatchObject([{ status: 'written' }]);
    },
  );

  it('leaves an entry of the user’s under our name', async () => {
    const { rack, connect } = await scene();
    const mine = '{ "mcp": { "modelrack": { "type": "remote", "url": "https://x.example" } } }\n';
    rack.write('.config/opencode/opencode.json', mine);
    const [outcome] = await setUp(rack, ['opencode', '--mcp', ...connect]);
    expect(outcome).toMatchObject({
      status: 'written',
      notes: expect.arrayContaining([expect.stringContaining('was not written by modelrack and stays')]),
    });
    expect(at(read(rack, '.config/opencode/opencode.json'), ['mcp', 'modelrack'])).toEqual({
      type: 'remote',
      url: 'https://x.example',
    });
    await rack.run(['remove', 'opencode']);
    expect(rack.read('.config/opencode/opencode.json')).toBe(mine);
  });

  it('keeps what a tool or its user adds to the entry, and takes it with the entry', async () => {
    const { rack, connect } = await scene();
    await setUp(rack, ['codex', '--mcp', ...connect]);
    const always = '\n[mcp_servers.modelrack.tools.image_generate]\napproval_mode = "approve"\n';
    rack.write('.codex/config.toml', rack.read('.codex/config.toml') + always);
    expect((await rack.run(['refresh'])).code).toBe(0);
    expect(rack.read('.codex/config.toml')).toContain(always);
    await rack.run(['remove', 'codex']);
    expect(rack.has('.codex/config.toml') ? rack.read('.codex/config.toml') : '').not.toContain('mcp_servers');
  });

  it('repairs a path that died, and brings back what the user took out only when asked', async () => {
    const { rack, connect } = await scene();
    const file = '.qwen/settings.json';
    await setUp(rack, ['qwen-code', '--mcp', ...connect]);
    const good = rack.read(file);
    rack.write(file, good.replaceAll(JSON.stringify(node), '"/gone/node"'));
    expect(JSON.parse((await rack.run(['doctor', 'qwen-code', '--json'])).stdout).checks).toContainEqual(
      expect.objectContaining({ check: 'mcp', status: 'fail', message: expect.stringContaining('/gone/node') }),
    );
    await rack.run(['refresh']);
    expect(rack.read(file)).toBe(good);
    const { mcpServers: _, ...rest } = JSON.parse(good);
    rack.write(file, `${JSON.stringify(rest, undefined, 2)}\n`);
    await rack.run(['refresh']);
    expect(JSON.parse(rack.read(file)).mcpServers).toBe(undefined);
    expect((await rack.run(['doctor', 'qwen-code'])).stdout).toContain('not registered any more');
    await setUp(rack, ['qwen-code', '--mcp']);
    expect(JSON.parse(rack.read(file)).mcpServers.modelrack.command).toBe(node);
    await setUp(rack, ['qwen-code', '--no-mcp']);
    expect(JSON.parse(rack.read(file)).mcpServers).toBe(undefined);
    await rack.run(['refresh']);
    expect(JSON.parse(rack.read(file)).mcpServers).toBe(undefined);
  });

  it('looks at what an entry starts, and whether it is on', async () => {
    const { rack, connect } = await scene();
    const file = '.config/opencode/opencode.json';
    await setUp(rack, ['opencode', '--mcp', ...connect]);
    const good = rack.read(file);
    const lineOf = async () => {
      const { checks } = JSON.parse((await rack.run(['doctor', 'opencode', '--json'])).stdout);
      const { severity, message } = checks.find(({ check }: { check: string }) => check === 'mcp');
      return `${severity} ${message}`;
    };
    expect(await lineOf()).toMatch(/^ok the MCP server is registered in /);
    rack.write(file, good.replace('"enabled": true', '"enabled": false'));
    expect(await lineOf()).toBe('info the MCP server is registered, and switched off');
    const document = JSON.parse(good);
    document.mcp.modelrack.command = ['other-server'];
    rack.write(file, JSON.stringify(document));
    expect(await lineOf()).toBe('fail the entry "modelrack" starts something other than our MCP server');
  });

  it('writes no project’s file, and names the connection where it is not the usual one', async () => {
    const { rack, connect } = await scene();
    await setUp(rack, ['opencode', '--mcp', '--project', ...connect]);
    expect(rack.read('work/opencode.json')).not.toContain('"mcp"');
    await setUp(rack, ['opencode', '--mcp', '--gateway', 'work', ...connect]);
    const servers = at(read(rack, '.config/opencode/opencode.json'), ['mcp']);
    expect(servers).toEqual({
      work: { type: 'local', enabled: true, command: [node, scriptOf(rack), 'mcp', '--gateway', 'work'] },
    });
  });

  it('registers what starts with a bare PATH and six variables, after the package is gone', async () => {
    const { rack, connect } = await scene();
    await setUp(rack, ['kimi', '--mcp', ...connect]);
    const { command, args } = at(read(rack, '.kimi-code/mcp.json'), ['mcpServers', 'modelrack']);
    const env = { HOME: rack.home, PATH: '/nowhere', USER: 'me', LOGNAME: 'me', SHELL: '/bin/sh', TERM: 'dumb' };
    const started = spawnSync(command, args, { env, input: `${JSON.stringify(initialize)}\n`, encoding: 'utf8' });
    expect(JSON.parse(started.stdout).result.serverInfo.name).toBe('modelrack');
    expect([started.status, started.stderr]).toEqual([0, '']);
  });

  it('takes its command away with the last entry, even without a ledger and a configuration', async () => {
    const { rack, connect } = await scene();
    await setUp(rack, ['pi', 'opencode', '--mcp', ...connect]);
    rmSync(rack.path('.local/state'), { recursive: true });
    expect((await rack.run(['remove'])).code).toBe(0);
    const files = Object.keys(picture(rack.home)).filter(
      (name) => !/\.(?:config|cache|local\/state)\/modelrack/.test(name),
    );
    expect(files.map((file) => readFileSync(file, 'utf8')).join('\n')).not.toContain('modelrack.js');
    expect(rack.has('.local/share/modelrack/bin')).toBe(false);
  });
});

// Ours by what it starts, which nobody else does: else it would call a command that the last remove takes away.
it.skipIf(process.platform !== 'linux')(
  'goes with a tool that is set up again after state, cache and configuration were lost',
  async () => {
    const { rack, connect } = await scene();
    const [librechat = ''] = shapes['librechat'] ?? [];
    rack.write(librechat, 'version: 1.3.5\n');
    const all = Object.keys(shapes);
    await setUp(rack, [...all, '--mcp', ...connect]);
    for (const folder of ['.local/state', '.cache', '.config/modelrack'])
      rmSync(rack.path(folder), { recursive: true });
    await setUp(rack, [...all, ...connect]);
    expect((await rack.run(['remove', '--yes'])).code).toBe(0);
    const left = Object.entries(shapes).filter(
      ([, [file]]) => rack.has(file) && rack.read(file).includes('modelrack.js'),
    );
    expect(left.map(([tool]) => tool)).toEqual([]);
  },
);
