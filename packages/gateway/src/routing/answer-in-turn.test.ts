import { describe, expect, test } from 'vitest';
import type { Asked, Tools } from '../attempt/asked.ts';
import { createHealth } from '../attempt/cooldown.ts';
import { genericPreset } from '../providers/presets.ts';
import type { Member, Operation } from '../provider.ts';
import { isRefusal } from '../refusal.ts';
import { heldJson, stubConnection } from '../testing/stub-provider.ts';
import { answerInTurn } from './answer-in-turn.ts';

class Broken extends Error {
  override readonly name = 'Broken';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** A pinned model or an alias of two, of which the first breaks off with this code. */
async function ask(code: string, { isAlias, operation = 'chat' }: { isAlias: boolean; operation?: Operation }) {
  const first = stubConnection(genericPreset, () => {
    throw new Broken(code);
  });
  const second = stubConnection(genericPreset, () => ({ body: { choices: [] } }));
  const memberOf = (name: string, connection: Member['connection']): Member => {
    return { id: `${name}/m`, model: 'm', window: undefined, connection: { ...connection, name } };
  };
  const pauses: number[] = [];
  const tools: Tools = {
    health: createHealth(() => 1),
    bridges: {},
    adapters: new Map(),
    now: () => 1,
    random: () => 0.999,
    pause: async (milliseconds) => void pauses.push(milliseconds),
  };
  const members = [memberOf('one', first), ...(isAlias ? [memberOf('two', second)] : [])];
  const asked: Asked = {
    operation,
    dialect: 'openai',
    body: heldJson({ model: 'x' }),
    headers: {},
    query: '',
    resolved: { asked: 'x', isAlias, members, firstTokenMs: undefined, onRefusal: 'return' },
    catalog: new Map(),
    signal: new AbortController().signal,
  };
  const { attempts, result } = await answerInTurn(asked, tools);
  const error = isRefusal(result) ? result.code : undefined;
  const tried = attempts.map(({ kind }) => kind);
  return { status: result.status, error, hits: [first.seen.length, second.seen.length], tried, pauses };
}

const unreachable = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
] as const;
const broken = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'] as const;
const late = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'] as const;

describe.each([...unreachable, ...broken])('%s', (code) => {
  test('a full id is asked once more after a while, an alias goes on', async () => {
    const pinned = await ask(code, { isAlias: false });
    expect(pinned).toMatchObject({ status: 502, error: 'upstream_unreachable', hits: [2, 0] });
    expect(pinned.pauses).toHaveLength(1);
    expect(pinned.pauses[0]).toBeGreaterThanOrEqual(250);
    expect(pinned.pauses[0]).toBeLessThanOrEqual(1000);
    const passed = await ask(code, { isAlias: true });
    expect(passed).toMatchObject({ status: 200, hits: [1, 1], tried: ['unreachable', 'ok'], pauses: [] });
  });
});

test.each(late)('%s: an alias goes on, a full id is 504 and not asked again', async (code) => {
  const pinned = await ask(code, { isAlias: false });
  expect(pinned).toMatchObject({ status: 504, error: 'upstream_timeout', hits: [1, 0], pauses: [] });
  expect(await ask(code, { isAlias: true })).toMatchObject({ status: 200, hits: [1, 1], tried: ['timeout', 'ok'] });
});

test.each(['images', 'speech'] as const)(
  'billed work (%s) goes on only where nothing can have begun',
  async (operation) => {
    for (const code of unreachable) {
      expect(await ask(code, { isAlias: true, operation })).toMatchObject({ status: 200, hits: [1, 1] });
    }
    for (const code of [...broken, ...late]) {
      const stopped = await ask(code, { isAlias: true, operation });
      expect(stopped.hits).toEqual([1, 0]);
      expect(stopped.status).toBeGreaterThanOrEqual(502);
    }
  },
);
