import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFileSystem } from '@modelrack/config-edit';
import type { ErrorCode } from '@modelrack/errors';
import { startGateway, type GatewayOptions } from '@modelrack/gateway';
import { expect, onTestFinished, test } from 'vitest';
import { exitCodeOf } from '../world/exit-code.ts';
import { expectRecorded, looks, openRecorder, recordedKey, type Call, type Recorder } from './recorder.ts';

interface Scene {
  readonly recorder: Recorder;
  readonly gateway: string;
  /** A server that answers every request so. */
  faulty(status: number, body: string, headers?: Readonly<Record<string, string>>): Promise<string>;
  gatewayWith(options: Partial<GatewayOptions>): Promise<string>;
}

interface Case {
  readonly args: string | ((scene: Scene) => string | Promise<string>);
  readonly before?: (scene: Scene) => void;
  readonly call?: Call | ((scene: Scene) => Call);
}

const opencode = '.config/opencode/opencode.json';
const setUp =
  (tools: string) =>
  ({ gateway }: Scene) =>
    `setup ${tools} --base-url ${gateway} --api-key-env MY_KEY`;
const listAt = (url: (scene: Scene) => Promise<string>) => async (scene: Scene) =>
  `list --base-url ${await url(scene)} --api-key-env MY_KEY`;
/** What stands behind $ is a variable for some tools. */
const interpolated = 'gk_$recordedKEY51d2b8';
const json = { 'content-type': 'application/json' };
const failing = (code: string) => () => {
  throw Object.assign(new Error(`${code}: it failed`), { code });
};

/** All but those that take a minute, or end this process. */
type Provoked = Exclude<ErrorCode, 'locked' | 'timeout' | 'interrupted'>;

/** What provokes each error. */
const cases: Readonly<Record<Provoked, readonly Case[]>> = {
  usage: [
    { args: 'lst' },
    { args: 'list --nope' },
    { args: 'list --sort size' },
    { args: 'fits' },
    { args: 'setup --config-file x' },
    { args: 'setup opencode --base-url ftp://gw.example.test' },
    { args: 'list --base-url http://gw.example.test' },
    { args: ({ gateway }) => `list --base-url ${gateway} --api-key-env sk-not-a-name` },
    { args: (scene) => `${setUp('opencode')(scene)} --default nope` },
  ],
  'missing-answer': [
    { args: 'list' },
    { args: 'setup' },
    {
      args: 'setup',
      before: ({ recorder }) =>
        recorder.write('project/modelrack.json', '{ "gateway": "https://gw.example.test/v1" }\n'),
    },
  ],
  'needs-consent': [
    {
      before: ({ recorder }) =>
        recorder.write('.codex/auth.json', '{ "OPENAI_API_KEY": null, "tokens": { "id_token": "x" } }\n'),
      args: setUp('codex'),
    },
  ],
  'no-project-file': [{ args: (scene) => `${setUp('pi')(scene)} --project` }],
  'unknown-tool': [{ args: 'setup opencod' }, { args: 'remove vim' }],
  'not-writable-tool': [
    { args: 'run cursor' },
    { args: ({ gateway }) => `run zed --base-url ${gateway} --api-key-env MY_KEY` },
    { args: setUp('cursor') },
  ],
  'unknown-connection': [{ args: 'list --gateway nope' }, { args: 'connections forget nope' }],
  'file-invalid': [
    { before: ({ recorder }) => recorder.write(opencode, '{\n  "provider": {\n}\n'), args: setUp('opencode') },
    { before: ({ recorder }) => recorder.write('.codex/config.toml', 'model = "x\n'), args: setUp('codex') },
    { before: ({ recorder }) => recorder.write('.continue/config.yaml', 'a: [\n'), args: setUp('continue') },
  ],
  'file-shape': [
    { before: ({ recorder }) => recorder.write(opencode, '{ "provider": [] }\n'), args: setUp('opencode') },
    {
      args: 'setup',
      before: ({ recorder }) =>
        recorder.write('project/modelrack.json', '{\n  "gateway": "https://gw.example.test/v1",\n  "apiKey": "x"\n}\n'),
    },
  ],
  'file-not-ours': [
    {
      args: ({ gateway }) => `setup qwen-code --base-url ${gateway} --api-key-stdin`,
      call: { input: interpolated },
    },
  ],
  'file-unreadable': [
    {
      before: ({ recorder }) => mkdirSync(join(recorder.home, opencode), { recursive: true }),
      args: setUp('opencode'),
    },
  ],
  'file-not-writable': [
    {
      before: ({ recorder }) => {
        recorder.write('elsewhere/x', '');
        mkdirSync(join(recorder.home, '.config/opencode'), { recursive: true });
        symlinkSync('../../gone/opencode.json', join(recorder.home, opencode));
      },
      args: setUp('opencode'),
    },
  ],
  'key-in-repository': [
    {
      before: ({ recorder }) => mkdirSync(join(recorder.home, '.git')),
      args: ({ gateway }) => `setup opencode --base-url ${gateway} --api-key-stdin`,
      call: { input: recordedKey },
    },
  ],
  unreachable: [{ args: 'list --base-url http://127.0.0.1:9 --api-key-env MY_KEY' }],
  server: [{ args: listAt(({ faulty }) => faulty(500, '{"error":{"message":"The database is away"}}', json)) }],
  'rate-limit': [
    {
      args: listAt(({ faulty }) => faulty(429, '{"error":{"message":"Too fast"}}', { ...json, 'retry-after': '600' })),
    },
  ],
  quota: [{ args: listAt(({ faulty }) => faulty(402, '{"error":{"message":"No credit left"}}', json)) }],
  auth: [
    {
      args: ({ gateway }) => `list --base-url ${gateway} --api-key-env MY_KEY`,
      call: { variables: { MY_KEY: 'gk_wrong' } },
    },
  ],
  forbidden: [{ args: listAt(({ faulty }) => faulty(403, '{"error":{"message":"Not you"}}', json)) }],
  'key-missing': [
    { args: ({ gateway }) => `setup opencode --base-url ${gateway} --api-key-env NOT_SET` },
    { args: ({ gateway }) => `list --base-url ${gateway}` },
  ],
  'bad-request': [{ args: async ({ gateway }) => `embed hi -m lite --base-url ${gateway} --api-key-env MY_KEY` }],
  'not-found': [{ args: listAt(({ faulty }) => faulty(404, '{"detail":"Not Found"}', json)) }],
  'not-a-gateway': [
    {
      args: listAt(({ faulty }) =>
        faulty(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' }),
      ),
    },
  ],
  'broken-body': [{ args: listAt(({ faulty }) => faulty(200, '{"data":[{"id":"li', json)) }],
  'missing-wire': [
    {
      args: async ({ gatewayWith }) =>
        `setup claude-code --base-url ${await gatewayWith({ wires: ['chat'] })} --api-key-env MY_KEY`,
    },
  ],
  'no-models': [{ args: (scene) => `${setUp('opencode')(scene)} --models 'nothing/*'` }],
  'no-match': [{ args: ({ gateway }) => `pick zzz --base-url ${gateway} --api-key-env MY_KEY` }],
  'disk-full': [
    { args: setUp('opencode'), call: { machine: { fs: { ...nodeFileSystem, create: failing('ENOSPC') } } } },
  ],
  'file-changed': [
    {
      before: ({ recorder }) => recorder.write(opencode, '{}\n'),
      args: setUp('opencode'),
      call: ({ recorder }) => ({ machine: { fs: { ...nodeFileSystem, create: meddling(recorder) } } }),
    },
  ],
  internal: [{ args: setUp('opencode'), call: { machine: { now: failing('EWEIRD') } } }],
};

// Whatever else an object has for keys, these are the ones of the type.
const codes = Object.keys(cases) as (keyof typeof cases)[];

/** Somebody else writes the file at the last moment. */
function meddling(recorder: Recorder): typeof nodeFileSystem.create {
  return (...args) => {
    recorder.write(opencode, `{ "theme": "${Math.random()}" }\n`);
    return nodeFileSystem.create(...args);
  };
}

async function sceneOf(recorder: Recorder, gateway: string): Promise<Scene> {
  const gatewayWith = async (options: Partial<GatewayOptions>) => {
    const own = await startGateway({ key: recordedKey, ...options });
    onTestFinished(() => own.close());
    return own.baseUrl;
  };
  const faulty = async (status: number, body: string, headers: Readonly<Record<string, string>> = {}) => {
    const server = createServer((_, response: ServerResponse) => response.writeHead(status, headers).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    // A server that listens on a port has an address.
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  };
  return { recorder, gateway, faulty, gatewayWith };
}

test.skipIf(process.platform === 'win32').each(looks)('every error is as it is recorded: $name', async (look) => {
  const own = await startGateway({ key: [recordedKey, interpolated] });
  onTestFinished(() => own.close());
  let text = '';
  for (const errorCode of codes) {
    text += `## ${errorCode}\n`;
    for (const { args, before, call } of cases[errorCode]) {
      const recorder = openRecorder(look);
      const scene = await sceneOf(recorder, own.baseUrl);
      before?.(scene);
      const words = typeof args === 'string' ? args : await args(scene);
      const exitCode = await recorder.run(words, typeof call === 'function' ? call(scene) : call);
      expect(exitCode, recorder.text()).toBe(exitCodeOf(errorCode));
      text += recorder.text();
    }
  }
  expect(text).not.toMatch(/gk_.?recordedKEY/);
  expectRecorded(`errors-${look.name}`, text);
});
