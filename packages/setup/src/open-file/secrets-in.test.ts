import type { FileSpec } from '@modelrack/tool-kit';
import { expect, test } from 'vitest';
import { diffOf } from '../run/diff-of.ts';

const K = 'plain77words';

async function diff(format: FileSpec['format'], text: string, more: Partial<FileSpec> = {}): Promise<string> {
  const spec: FileSpec = { id: 'main', format, places: [{ home: 'f' }], ...more };
  // What is put at the end shows the rest as the lines around it.
  const after = format.startsWith('json')
    ? text.replace(/\}\s*$/, ', "zz": 1 }\n')
    : `${text}zz${format === 'toml' ? ' = ' : ': '}1\n`;
  return diffOf({ path: '/f', action: 'edited', backup: null, spec, before: text, after });
}

test.each<[FileSpec['format'], string]>([
  ['yaml', `headers:\n  authorization: ${K}\n`],
  ['yaml', `a:\n  api_key: ${K}\n`],
  ['yaml', `envs:\n  GITHUB_TOKEN: ${K}\n`],
  ['yaml', `api_key: |\n  ${K}\n`],
  ['yaml', `token: >-\n  ${K}\n`],
  ['yaml', `cookie: "a\n  ${K}"\n`],
  ['yaml', `api-key:\n- gemini=${K}\n`],
  ['yaml', `api-key: [gemini=a, mistral=${K}]\n`],
  ['yaml', `secret: &s ${K}\n`],
  ['yaml', `password: !!str ${K}\n`],
  ['yaml', `secrets:\n  a: ${K}\n`],
  ['yaml', `args: [--token, ${K}]\n`],
  ['yaml', `run: "x --api-key ${K}"\n`],
  ['yaml', `hash: 9f8e7d6c5b4a39281706f5e4d3c2b1a0\n`],
  ['json', `{ "apiKey":\n  "${K}" }\n`],
  ['jsonc', `{ "apiKey": /* c */ "${K}" }\n`],
  ['json', `{ "env": "API_KEY=${K}" }\n`],
  ['json', `{ "args": ["--api-key", "${K}"] }\n`],
  ['json', `{ "ANTHROPIC_CUSTOM_HEADERS": "X-Api-Key: ${K}" }\n`],
  ['json', `{ "api_key": "a\\"${K}" }\n`],
  ['toml', `secret.value = "${K}"\n`],
  ['toml', `[auth.token]\nvalue = "${K}"\n`],
  ['toml', `[secrets]\na = "${K}"\n`],
  ['toml', `api_key = """\n${K}"""\n`],
  ['toml', `api_key = [\n "${K}",\n]\n`],
])('%s: a diff shows no secret of %j', async (format, text) => {
  const shown = await diff(format, text);
  expect(shown).toContain('***');
  expect(shown).not.toContain(K);
  expect(shown).not.toContain('9f8e7d6c');
});

test('of a key store every text is a secret', async () => {
  const shown = await diff('json', `{ "modelrack": "${K}", "mistral": "other77words" }\n`, { keyStore: true });
  expect(shown).not.toMatch(/words/);
});

test('what only speaks of a secret is shown', async () => {
  const text = 'env_key: OPENAI_API_KEY\napi_key_name: office\nmax_tokens: many\nmodel: lite\napi_key: $OFFICE_KEY\n';
  expect(await diff('yaml', text)).not.toContain('***');
});
