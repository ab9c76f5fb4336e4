import type { GatewayOptions } from '@modelrack/gateway';

const nobody = { name: 'gone', title: 'Gone', keyVariable: undefined, auth: 'none', list: undefined } as const;

/** A configuration whose alias `lite` has a first member that nobody answers for; the demo is the second. */
export const brokenAlias: NonNullable<GatewayOptions['config']> = {
  current: () => ({
    listen: { host: '127.0.0.1', port: 0 },
    connections: new Map([
      [
        'gone',
        {
          name: 'gone',
          preset: { ...nobody, baseUrl: undefined, paths: { chat: '/chat/completions' } },
          // Nothing listens there.
          baseUrl: 'http://127.0.0.1:9/v1',
          key: undefined,
          models: new Map([['model', { contextWindow: 128_000 }]]),
          isProbed: false,
        },
      ],
    ]),
    aliases: new Map([['lite', { chain: ['gone/model', 'demo/chat'], firstTokenMs: undefined, onRefusal: 'return' }]]),
    hide: [],
    allowOrigins: [],
  }),
  keys: () => [],
  hasOtherKeys: () => false,
  readSecret: () => undefined,
  subscribe: () => () => undefined,
};
