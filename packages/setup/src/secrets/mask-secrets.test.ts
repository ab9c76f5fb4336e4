import { expect, test } from 'vitest';
import { maskSecrets } from './mask-secrets.ts';

test.each([
  ['"apiKey": "sk-live-0123456789abcdef",', '"apiKey": "***",'],
  ['ANTHROPIC_AUTH_TOKEN = "placeholder-not-a-key"', 'ANTHROPIC_AUTH_TOKEN = "***"'],
  ["password: 'hunter2'", "password: '***'"],
  ['"headers": { "Authorization": "Bearer abcdefghijkl" }', '"headers": { "Authorization": "***" }'],
  ['+    "OPENAI_API_KEY": "abc",', '+    "OPENAI_API_KEY": "***",'],
  ['{"a":1,"token":"x","b":2}', '{"a":1,"token":"***","b":2}'],
  ['command = "curl -H \'x: ghp_0123456789abcdefghij\'"', 'command = "curl -H \'x: ***\'"'],
  ['url = "https://jo:pa55@proxy.example.test"', 'url = "https://***@proxy.example.test"'],
  ['"baseURL": "https://gw.example.test/v1?api_key=zebra",', '"baseURL": "https://gw.example.test/v1?api_key=***",'],
  ['experimental_bearer_token = "x\\"y"', 'experimental_bearer_token = "***"'],
  ['"list": ["Authorization: Bearer listsecret22"]', '"list": ["Authorization: *** ***"]'],
  ['"tokens": ["tk77tk77"]', '"tokens": ["***"]'],
  ['h = ["Authorization: Bearer qqqsecretqqq"]', 'h = ["Authorization: *** ***"]'],
])('masks %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

test.each([
  '"apiKey": "{env:MODELRACK_API_KEY}",',
  '"apiKey": "{file:/home/jo/.config/modelrack/keys/modelrack}",',
  'env_key = "MODELRACK_API_KEY"',
  '"envKey": "MODELRACK_API_KEY", "baseUrl": "https://gw.example.test/v1"',
  '"apiKeyHelper": "/usr/bin/node /home/jo/modelrack.js key modelrack",',
  '"max_tokens": 32000, "total_tokens": 5',
  'truncation_policy = { mode = "tokens", limit = 10000 }',
  '"description": "via modelrack, 128000 tokens"',
  '"model": "anthropic/claude-sonnet-4.5"',
])('leaves %s', (text) => {
  expect(maskSecrets(text)).toBe(text);
});

test('masks a given key wherever it stands', () => {
  expect(maskSecrets('see plain-key-1 here', ['plain-key-1'])).toBe('see *** here');
});
