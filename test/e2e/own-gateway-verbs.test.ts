import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeRack, openGateway, type Rack } from './rack.ts';

const config = '.config/modelrack/gateway.jsonc';
const nobody = 'http://127.0.0.1:9/v1';

function connectLab(rack: Rack) {
  return rack.run(['gateway', 'connect', 'lab', '--base-url', nobody, '--no-key']);
}

async function occupiedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return String(Object(server.address()).port);
}

describe('every verb of the local gateway with --json', () => {
  it('is one document that names its verb', async () => {
    const { baseUrl } = await openGateway({ models: [{ id: 'm' }] });
    const rack = makeRack();
    const words = [
      ['gateway init', []],
      ['gateway connect', ['lab', '--base-url', baseUrl, '--no-key']],
      ['gateway status', []],
      ['gateway models', []],
      ['gateway models', ['--suggest']],
      ['gateway tiers set', ['mine', 'lab/m']],
      ['gateway tiers add', ['mine', 'demo/chat']],
      ['gateway tiers list', []],
      ['gateway tiers rename', ['mine', 'ours']],
      ['gateway tiers unset', ['ours']],
      ['gateway keys create', ['laptop']],
      ['gateway keys list', []],
      ['gateway keys revoke', ['laptop']],
      ['gateway export litellm', []],
      ['gateway connect', ['lab', '--remove']],
    ] as const;
    for (const [command, more] of words) {
      const { code, document } = await rack.json([...command.split(' '), ...more]);
      expect([code, document]).toEqual([0, expect.objectContaining({ schema: 1, command })]);
    }
  });

  it('says in one document what is wrong with its words', async () => {
    const rack = makeRack();
    await connectLab(rack);
    const port = await occupiedPort();
    const words = [
      ['gateway', []],
      ['gateway tiers set', []],
      ['gateway tiers set', ['mine']],
      ['gateway tiers set', ['mine', 'nobody/x']],
      ['gateway tiers set', ['a/b', 'lab/m']],
      ['gateway tiers rename', ['none', 'one']],
      ['gateway tiers unset', ['none']],
      ['gateway connect', ['other']],
      ['gateway connect', ['openai']],
      ['gateway connect', ['other', '--preset', 'none', '--no-key']],
      ['gateway connect', ['other', '--remove']],
      ['gateway keys create', []],
      ['gateway keys revoke', ['none']],
      ['gateway export', []],
      ['gateway start', ['--port', 'x']],
      ['gateway start', ['--port', port]],
      ['gateway start', ['--host', '0.0.0.0']],
      ['gateway start', ['--nothing']],
      ['bridge', []],
      ['bridge', ['--base-url', 'file:///etc']],
      ['bridge', ['--base-url', nobody, '--port', port]],
    ] as const;
    for (const [command, more] of words) {
      const { code, document } = await rack.json([...command.split(' '), ...more]);
      const error = { code: expect.any(String), message: expect.any(String), hint: expect.any(String) };
      expect([code, document]).toEqual([2, { schema: 1, command, error: expect.objectContaining(error) }]);
    }
  });

  it('a variable without a key is exit 5', async () => {
    const { code, document } = await makeRack().json(['gateway', 'connect', 'openai', '--api-key-env', 'NOTHING']);
    expect([code, document]).toEqual([
      5,
      expect.objectContaining({ error: expect.objectContaining({ code: 'key-missing' }) }),
    ]);
  });
});

describe.skipIf(process.platform === 'win32')('what the gateway would not understand is not written', () => {
  it.each(['http://169.254.169.254/v1', 'https://[fe80::1]/v1'])(
    'the address %s, and its key is not kept',
    async (url) => {
      const rack = makeRack();
      const args = ['gateway', 'connect', 'lab', '--base-url', url, '--api-key-stdin'];
      const { code, stderr } = await rack.run(args, { input: 'sk-x' });
      expect([code, stderr]).toEqual([2, expect.stringContaining('link-local or metadata address')]);
      expect(rack.has(config)).toBe(false);
      expect(rack.has('.config/modelrack/keys/gateway-lab')).toBe(false);
    },
  );

  it('a state that nobody asked for', async () => {
    const rack = makeRack();
    await connectLab(rack);
    const { stdout } = await rack.run(['gateway', 'status']);
    expect(stdout).toContain('Not running');
    expect(stdout).not.toMatch(/\bok\b/);
  });

  it('a key of a connection that has none from now on', async () => {
    const rack = makeRack();
    const connect = (...args: readonly string[]) => rack.run(['gateway', 'connect', 'lab', '--base-url', ...args]);
    await rack.run(['gateway', 'connect', 'lab', '--base-url', nobody, '--api-key-stdin'], { input: 'sk-x' });
    expect(rack.has('.config/modelrack/keys/gateway-lab')).toBe(true);
    expect((await connect('http://127.0.0.1:10/v1', '--no-key')).code).toBe(0);
    expect(rack.read(config)).not.toContain('"key"');
    expect(rack.has('.config/modelrack/keys/gateway-lab')).toBe(false);
  });

  it('a chain that leads back to itself, or whose alias is gone', async () => {
    const rack = makeRack();
    await connectLab(rack);
    const tiers = (...args: readonly string[]) => rack.run(['gateway', 'tiers', ...args]);
    await tiers('set', 'one', 'lab/m');
    await tiers('set', 'two', 'one', 'lab/n');
    const before = rack.read(config);
    expect(await tiers('set', 'one', 'two')).toMatchObject({ code: 2, stderr: expect.stringContaining('leads back') });
    expect(await tiers('unset', 'one')).toMatchObject({ code: 2, stderr: expect.stringContaining('no alias "one"') });
    expect(rack.read(config)).toBe(before);
  });

  it('chains that name an alias name it by its new name', async () => {
    const rack = makeRack();
    const aliases = '"one": ["demo/chat"], "list": ["demo/long", "one"], "word": "one", "deep": { "chain": ["one"] }';
    rack.write(config, `{ "aliases": { ${aliases} } }\n`);
    expect((await rack.run(['gateway', 'tiers', 'rename', 'one', 'first'])).code).toBe(0);
    for (const text of ['"list": ["demo/long", "first"]', '"word": "first"', '"deep": { "chain": ["first"] }']) {
      expect(rack.read(config)).toContain(text);
    }
  });
});
