import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { key, keyVariable, makeRack, openGateway, picture, type Rack, type RunDocument } from './rack.ts';

const place = 'work/modelrack.json';
const opencode = '.config/opencode/opencode.json';
const flags = ['--api-key-env', keyVariable];

/** A clone: a work tree with a file for the team at its top, and one tool on the machine. */
function clone(file: object | string, name = place): Rack {
  const rack = makeRack();
  mkdirSync(rack.path('work/.git/deep'), { recursive: true });
  mkdirSync(rack.path('work/src/deep'), { recursive: true });
  mkdirSync(rack.path('.config/opencode'), { recursive: true });
  rack.write(name, typeof file === 'string' ? file : JSON.stringify(file, undefined, 2));
  return rack;
}

const hostile: readonly { name: string; text: string; line: number }[] = [
  { name: 'a command in the address', text: '{\n  "gateway": "https://gw.example.test/$(id)/v1"\n}', line: 2 },
  {
    name: 'a key in the address',
    text: '{ "gateway": "https://me:sk-abcdefghijklmnop@gw.example.test/v1" }',
    line: 1,
  },
  {
    name: 'a key behind the address',
    text: '{ "gateway": "https://gw.example.test/v1?key=sk-abcdefghijklmnop" }',
    line: 1,
  },
  {
    name: 'a key',
    text: '{\n  "gateway": "https://gw.example.test/v1",\n\n  "apiKey": "sk-abcdefghijklmnop"\n}',
    line: 4,
  },
  {
    name: 'a key under another name',
    text: '{ "gateway": "https://gw.example.test/v1", "default": "sk-abcdefghijklmnop" }',
    line: 1,
  },
  {
    name: 'the name of a variable',
    text: '{ "gateway": "https://gw.example.test/v1", "apiKeyEnv": "AWS_SECRET_ACCESS_KEY" }',
    line: 1,
  },
  { name: 'an unknown field', text: '{\n  "gateway": "https://gw.example.test/v1",\n  "hooks": []\n}', line: 3 },
  { name: 'a file address', text: '{ "gateway": "file:///etc/passwd" }', line: 1 },
  {
    name: 'signs for a terminal',
    text: '{ "gateway": "https://gw.example.test/v1", "tools": ["\\u001b[2Jcodex"] }',
    line: 1,
  },
  { name: 'a reserved name', text: '{ "gateway": "https://gw.example.test/v1", "name": "openai" }', line: 1 },
  { name: 'no gateway', text: '{ "tools": ["codex"] }', line: 1 },
  { name: 'a list', text: '[]', line: 1 },
  { name: 'half a file', text: '{ "gateway": ', line: 1 },
];

/** What only the command knows: what looks like a key, and what is reserved; the last is no JSON. */
const unseenBySchema = new Set(['a key under another name', 'a reserved name', 'half a file']);

describe('a file for a team', () => {
  it('sets up a clone alike from any folder of it, once it is agreed to', async () => {
    const gateway = await openGateway();
    const rack = clone({
      $schema: './schema.json',
      gateway: gateway.baseUrl,
      tools: ['opencode', 'codex'],
      models: ['lite', 'plus'],
    });
    const cwd = rack.path('work/src/deep');
    const before = picture(rack.home);
    const refused = await rack.json<RunDocument>(['setup', ...flags], { cwd });
    expect(refused.code).toBe(2);
    expect(refused.document.error).toMatchObject({ code: 'missing-answer', path: rack.path(place) });
    expect(refused.document.error?.hint).toContain('--yes');
    expect(gateway.requests).toEqual([]);
    expect(picture(rack.home)).toEqual(before);

    const agreed = await rack.json<RunDocument>(['setup', '--yes', ...flags], { cwd });
    expect(agreed.code, agreed.stderr).toBe(0);
    expect(agreed.stderr).toContain(gateway.baseUrl);
    expect(agreed.stderr).toContain('Not on this machine: Codex CLI');
    expect(agreed.document.tools).toMatchObject([{ tool: 'opencode', status: 'written' }]);
    expect(Object.keys(parse(rack.read(opencode)).provider.team.models)).toEqual(['lite', 'plus']);
    expect(agreed.stdout + agreed.stderr).not.toContain(key);

    // It is not asked for again, as long as it says the same.
    const again = await rack.json<RunDocument>(['setup', ...flags], { cwd });
    expect(again.document.tools).toMatchObject([{ tool: 'opencode', status: 'unchanged' }]);
    rack.write(place, JSON.stringify({ gateway: gateway.baseUrl, tools: ['opencode'] }));
    const changed = await rack.json<RunDocument>(['setup', ...flags], { cwd });
    expect(changed.document.error?.message).toContain('has changed');
  });

  it('has no say where flags say it, or with --no-team', async () => {
    const gateway = await openGateway();
    const rack = clone({ gateway: 'https://gateway.example.test/v1', tools: ['codex'] });
    for (const args of [
      ['--no-team', '--base-url', gateway.baseUrl],
      ['--base-url', gateway.baseUrl],
      ['opencode', '--base-url', gateway.baseUrl],
    ]) {
      const { code, document } = await rack.json<RunDocument>(['setup', ...args, ...flags]);
      expect(code, JSON.stringify(document)).toBe(0);
      expect(document.gateway?.name).toBe('modelrack');
    }
  });

  it('uses the connection that is there for its origin, and leaves one of another origin alone', async () => {
    const mine = await openGateway();
    const theirs = await openGateway();
    const rack = clone({ gateway: theirs.baseUrl, name: 'modelrack', tools: ['opencode'] });
    await rack.run(['setup', 'opencode', '--base-url', mine.baseUrl, ...flags]);
    const asked = mine.requests.length;
    const other = await rack.json<RunDocument>(['setup', '--yes', ...flags]);
    expect(other.document.gateway?.name).toBe('modelracktwo');
    expect(mine.requests).toHaveLength(asked);
    const config = parse(rack.read('.config/modelrack/config.jsonc'));
    expect(config.connections.modelrack.apiRoot).toBe(mine.baseUrl);
    const same = await rack.json<RunDocument>(['setup', ...flags]);
    expect(same.document.gateway?.name).toBe('modelracktwo');
  });

  it.each([
    { key: 'stored', flags: ['--api-key-stdin'], more: { input: key }, env: {} },
    { key: 'in a variable', flags: [], more: {}, env: { MODELRACK_API_KEY: key } },
  ])('never sends a key that is $key to another origin, --yes or not', async ({ flags: named, more, env }) => {
    const mine = await openGateway();
    const theirs = await openGateway();
    const rack = clone({ gateway: theirs.baseUrl, tools: ['opencode'] });
    await rack.run(['setup', 'opencode', '--base-url', mine.baseUrl, ...named], { ...more, env });
    const before = picture(rack.home);
    for (const yes of [[], ['--yes'], ['--yes', '--dry-run'], ['--yes', '--check']]) {
      const { code, document } = await rack.json<RunDocument>(['setup', ...yes], { env });
      expect(code).toBe(2);
      expect(document.error).toMatchObject({ code: 'missing-answer', path: rack.path(place) });
      expect(document.error?.message).toContain(theirs.url);
    }
    expect(theirs.requests).toEqual([]);
    expect(picture(rack.home)).toEqual(before);
  });

  it('that was agreed to says nothing about another key, once its connection is gone', async () => {
    const gateway = await openGateway();
    const rack = clone({ gateway: gateway.baseUrl, tools: ['opencode'] });
    await rack.run(['setup', '--yes', ...flags]);
    await rack.run(['remove', '--gateway', 'team', '--yes']);
    expect((await rack.run(['connections', 'forget', 'team', '--yes'])).code).toBe(0);
    const asked = gateway.requests.length;
    const { document } = await rack.json<RunDocument>(['setup', '--yes'], { env: { MODELRACK_API_KEY: 'gk_other' } });
    expect(document.error?.code).toBe('missing-answer');
    expect(gateway.requests).toHaveLength(asked);
  });

  it('names a tool that cannot be written or is not known: said, with the file', async () => {
    const gateway = await openGateway();
    const rack = clone({ gateway: gateway.baseUrl, tools: ['opencode', 'cursor'] });
    const { document } = await rack.json<RunDocument>(['setup', '--yes', ...flags]);
    expect(document.tools).toMatchObject([
      { tool: 'opencode', status: 'written' },
      { tool: 'cursor', status: 'skipped' },
    ]);
    rack.write(place, JSON.stringify({ gateway: gateway.baseUrl, tools: ['opencod'] }));
    const { document: typo } = await rack.json<RunDocument>(['setup', '--yes', ...flags]);
    expect(typo.error).toMatchObject({ code: 'unknown-tool', path: rack.path(place) });
    expect(typo.error?.hint).toContain('opencode');
  });

  it('of which no tool is here writes nothing', async () => {
    const gateway = await openGateway();
    const rack = clone({ gateway: gateway.baseUrl, tools: ['codex', 'goose'] });
    const before = picture(rack.home);
    const { code, stderr } = await rack.run(['setup', '--yes', ...flags]);
    expect(code).toBe(0);
    expect(stderr).toContain('Not on this machine: Codex CLI, Goose');
    expect(gateway.requests).toEqual([]);
    expect(Object.keys(picture(rack.home)).filter((path) => !path.includes('/.config/modelrack/'))).toEqual(
      Object.keys(before),
    );
  });

  it.each(hostile)('is refused with $name, with its place', async ({ text, line }) => {
    const rack = clone(text);
    const before = picture(rack.home);
    const { code, document, stderr, stdout } = await rack.json<RunDocument>(['setup', '--yes', ...flags]);
    expect(code, stdout).toBe(3);
    expect(document.error).toMatchObject({ path: rack.path(place), line });
    expect(document.error?.column).toBeGreaterThan(0);
    expect(stdout + stderr).not.toContain('abcdefghijklmnop');
    expect(stdout + stderr).not.toContain('\u001b[2J');
    expect(picture(rack.home)).toEqual(before);
  });

  it('is refused with a megabyte, and as a link that leads out of the project', async () => {
    const big = clone(`{ "gateway": "https://gw.example.test/v1" }${' '.repeat(1024 * 1024)}`);
    expect((await big.json<RunDocument>(['setup', '--yes'])).document.error?.code).toBe('file-shape');
    const linked = clone('{ "gateway": "https://gw.example.test/v1" }', 'elsewhere.json');
    symlinkSync('../elsewhere.json', linked.path(place));
    expect((await linked.json<RunDocument>(['setup', '--yes'])).document.error).toMatchObject({
      code: 'file-unreadable',
    });
  });

  it('above a folder that is no work tree is not looked for', async () => {
    const rack = makeRack();
    mkdirSync(rack.path('work/src'), { recursive: true });
    rack.write(place, '{ "gateway": "https://gateway.example.test/v1" }');
    const { document } = await rack.json<RunDocument>(['setup', '--yes'], { cwd: rack.path('work/src') });
    expect(document.error?.message).toContain('no gateway is set up');
  });
});

describe('team init', () => {
  it('writes what is set up, without the key, so that a clone comes to the same', async () => {
    const gateway = await openGateway();
    const rack = clone('x', 'other/file.txt');
    const setup = ['setup', 'opencode', '--base-url', gateway.baseUrl, ...flags, '--models', 'l*', '--default', 'lite'];
    expect((await rack.run(setup)).code).toBe(0);
    const made = await rack.run(['team', 'init'], { cwd: rack.path('work/src') });
    expect(made.code, made.stderr).toBe(0);
    expect(made.stdout).toBe(`${rack.path(place)}\n`);
    const file = JSON.parse(rack.read(place));
    expect(file).toEqual({
      gateway: gateway.baseUrl,
      name: 'modelrack',
      tools: ['opencode'],
      models: ['l*'],
      default: 'lite',
    });
    expect((await rack.json<RunDocument>(['setup', '--yes'])).document.tools).toMatchObject([{ status: 'unchanged' }]);
    expect((await rack.json<RunDocument>(['team', 'init'])).document.error?.code).toBe('file-not-ours');
  });
});

describe('its schema', () => {
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../packages/cli/schema/modelrack.schema.json'), 'utf8'),
  );
  const isValid = new Ajv({ strict: true, allErrors: true }).compile(schema);

  it.each(hostile.filter(({ name }) => !unseenBySchema.has(name)))('refuses a file with $name, too', ({ text }) => {
    expect(isValid(JSON.parse(text))).toBe(false);
  });

  it.each([
    { gateway: 'https://gw.example.test' },
    { gateway: 'http://127.0.0.1:4000/v1', name: 'corp', tools: ['opencode'], models: ['anthropic/*', 'lite'] },
    { $schema: './x.json', gateway: 'https://gw.example.test/a/v1', exclude: ['*preview*'], default: 'qwen/q3:free' },
  ])('takes what the command takes: $gateway', async (file) => {
    expect(isValid(file), JSON.stringify(isValid.errors)).toBe(true);
    const { document } = await clone(file).json<RunDocument>(['setup']);
    expect(document.error?.code).toBe('missing-answer');
  });
});
