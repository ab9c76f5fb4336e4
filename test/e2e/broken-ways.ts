import { chmodSync, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { expect } from 'vitest';
import { change, config, type SetUp } from './broken-set-up.ts';
import { certificate } from './faulty-gateway.ts';
import { keyVariable } from './rack.ts';

/** Where the key, the address, the way or the list is at fault. */
export const brokenWays: readonly SetUp[] = [
  {
    name: 'wrong key',
    breakIt: () => ({ env: { [keyVariable]: 'gk_wrongWrongWrong1' } }),
    first: /^fail key modelrack: the gateway refused the key/,
  },
  {
    name: 'wrong key, and an open list',
    breakIt: ({ gateway }) => {
      gateway.isListOpen = true;
      return { env: { [keyVariable]: 'gk_wrongWrongWrong1' } };
    },
    first: /^fail key modelrack: the gateway shows its list to everybody, and refused the key for its models/,
  },
  {
    name: 'variable unset',
    breakIt: () => ({ env: { [keyVariable]: '' } }),
    first: /^fail key modelrack: the variable E2E_GATEWAY_KEY is empty or not set/,
  },
  {
    name: 'key file gone',
    isStored: true,
    breakIt: ({ rack }) => rmSync(rack.path('.config/modelrack/keys/modelrack')),
    first: /^fail key modelrack: no key is stored/,
  },
  {
    name: 'key of another origin',
    isStored: true,
    breakIt: ({ rack }) => change(rack, config, /127\.0\.0\.1/, 'localhost'),
    first: /^fail key modelrack: the stored key belongs to http:\/\/127/,
  },
  {
    name: 'key in a repository',
    isStored: true,
    breakIt: ({ rack }) => void mkdirSync(rack.path('.config/.git')),
    first: /^fail key modelrack: the stored key is inside a git work tree/,
  },
  {
    name: 'doubled /v1',
    breakIt: ({ rack }) => change(rack, config, /\/v1"/, '/v1/v1"'),
    first: /^fail url http:\S+: the base URL has \/v1 twice/,
  },
  {
    name: 'missing /v1',
    breakIt: ({ rack }) => change(rack, config, /\/v1"/, '"'),
    first: /^warn url http:\S+: the list is at http:\S+\/v1/,
  },
  {
    name: 'HTML',
    breakIt: ({ gateway }) => {
      gateway.instead = (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Chat</title>');
    },
    first: /^fail url http:\S+: .*(?:HTML|web page)/i,
  },
  {
    name: 'empty list',
    breakIt: ({ gateway }) => {
      gateway.ids = [];
    },
    first: /^fail list http:\S+: the list is empty/,
  },
  {
    name: 'expired certificate',
    tls: 'expired',
    breakIt: () => ({ env: { NODE_EXTRA_CA_CERTS: certificate('expired') } }),
    first: /^fail tls https:\S+: the certificate of the server has expired/,
  },
  {
    name: 'clock skew: a certificate from the future',
    tls: 'future',
    breakIt: () => ({ env: { NODE_EXTRA_CA_CERTS: certificate('future') } }),
    first: /^fail tls https:\S+: the certificate of the server is not valid yet/,
  },
  {
    name: 'clock skew: a list from the future',
    breakIt: ({ rack }) => {
      const later = new Date(Date.now() + 2 * 86_400_000);
      utimesSync(rack.path('.cache/modelrack/lists/modelrack.json'), later, later);
      return { env: {} };
    },
    first: /^warn clock modelrack: .*(?:future|ahead|behind)/,
  },
  {
    name: 'unknown authority',
    tls: 'valid',
    breakIt: () => {},
    first: /^fail tls https:\S+: the certificate of the server is not signed by an authority that is known here/,
  },
  {
    name: 'own configuration broken',
    breakIt: ({ rack }) => rack.write(config, '{\n  "connections": ]\n}\n'),
    first: /^fail config modelrack: /,
  },
  {
    name: 'missing wire',
    tools: ['codex'],
    breakIt: ({ gateway }) => {
      gateway.missing = ['/v1/responses'];
    },
    first: /^fail wire \/v1\/responses: not offered, and codex needs it/,
  },
  {
    name: 'key 0644',
    isStored: true,
    breakIt: ({ rack }) => chmodSync(rack.path('.config/modelrack/keys/modelrack'), 0o644),
    first: /^warn permissions modelrack: other users may read the key of modelrack/,
    mended: ({ rack }) => expect(statSync(rack.path('.config/modelrack/keys/modelrack')).mode & 0o777).toBe(0o600),
  },
  {
    name: 'offline: the name is not known',
    breakIt: ({ rack }) => change(rack, config, /http:\/\/127\.0\.0\.1:\d+/, 'https://gateway.invalid'),
    first: /^fail (?:dns gateway\.invalid|network \S+): (?:the host name cannot be resolved|this machine is offline)/,
  },
  {
    name: 'nothing listens',
    breakIt: ({ rack }) => change(rack, config, /127\.0\.0\.1:\d+/, '127.0.0.1:1'),
    first: /^fail network http:\S+: nothing is listening at this address/,
  },
  {
    name: 'dead proxy',
    breakIt: ({ rack }) => {
      change(rack, config, /http:\/\/127\.0\.0\.1:\d+/, 'https://gateway.invalid');
      return { env: { HTTPS_PROXY: 'http://127.0.0.1:1' } };
    },
    first: /^fail proxy http:\/\/127\.0\.0\.1:1\/?: the proxy does not answer/,
  },
  {
    name: 'slow',
    breakIt: ({ gateway }) => {
      gateway.instead = (_, response) =>
        void setTimeout(() => {
          gateway.instead = undefined;
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ data: gateway.ids.map((id) => ({ id, context_window: 128_000 })) }));
        }, 5200);
    },
    first: /^warn list http:\S+: 3 models, live, but it took \d+ s/,
  },
  {
    name: 'keyless server, and a key is waited for',
    breakIt: ({ gateway }) => {
      gateway.key = undefined;
      return { env: { [keyVariable]: '' } };
    },
    first: /^fail key modelrack: the variable E2E_GATEWAY_KEY is empty .*--no-key/,
  },
];
