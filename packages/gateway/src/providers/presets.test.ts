import { expect, test } from 'vitest';
import { adapters } from './quirks/adapters.ts';
import { presets, standardPaths } from './presets.ts';

test('every preset is whole', () => {
  expect([...presets.keys()]).toEqual([
    'openai',
    'anthropic',
    'gemini',
    'openrouter',
    'groq',
    'together',
    'mistral',
    'deepseek',
    'xai',
    'ollama',
    'vllm',
    'vllm-omni',
    'llama.cpp',
    'lmstudio',
    'openai-compatible',
  ]);
  for (const { auth, baseUrl, keyVariable, name, paths, quirks, videos } of presets.values()) {
    const url = baseUrl ?? 'https://gw.example.test/v1';
    // A name stands before the first slash of a full id.
    expect(name).toMatch(/^[a-z][a-z0-9.-]*$/u);
    expect(url.endsWith('/')).toBe(false);
    const { hostname, protocol } = new URL(url);
    expect(protocol).toBe(hostname === '127.0.0.1' ? 'http:' : 'https:');
    if (hostname.includes('.') && hostname !== '127.0.0.1' && baseUrl !== undefined)
      expect(keyVariable).toMatch(/_API_KEY$/u);
    if (auth === 'none') expect(keyVariable).toBeUndefined();
    expect(Object.values(paths).every((path) => path.startsWith('/'))).toBe(true);
    expect(paths.videos === undefined).toBe(videos === undefined);
    expect(quirks?.videos).toBe(videos === undefined ? undefined : `videos-${videos}`);
    for (const quirk of Object.values(quirks ?? {})) expect([...adapters.keys()]).toContain(quirk);
    expect(Object.keys(standardPaths)).toEqual(expect.arrayContaining(Object.keys(paths)));
  }
});
