import { RackError } from '@modelrack/errors';

// Ids that a tool, or the catalogue of models that it loads, already gives a meaning to.
const reserved = new Set([
  'agents',
  'ai',
  'aider',
  'alibaba',
  'amazon',
  'anthropic',
  'assistants',
  'aws',
  'azure',
  'baseten',
  'bedrock',
  'cerebras',
  'chutes',
  'claude',
  'cline',
  'cloudflare',
  'codex',
  'cody',
  'cohere',
  'copilot',
  'custom',
  'databricks',
  'deepinfra',
  'deepseek',
  'default',
  'fireworks',
  'gemini',
  'github',
  'gitlab',
  'google',
  'groq',
  'helicone',
  'huggingface',
  'inception',
  'inference',
  'litellm',
  'llama',
  'llamacpp',
  'lmstudio',
  'meta',
  'mistral',
  'modelscope',
  'moonshot',
  'morph',
  'nebius',
  'nvidia',
  'ollama',
  'openai',
  'opencode',
  'openrouter',
  'oss',
  'perplexity',
  'poe',
  'qwen',
  'requesty',
  'sambanova',
  'scaleway',
  'snowflake',
  'submodel',
  'synthetic',
  'together',
  'togetherai',
  'upstage',
  'venice',
  'vercel',
  'vertex',
  'vultr',
  'wandb',
  'xai',
  'xiaomi',
  'zai',
  'zed',
  'zen',
  'zenmux',
  'zhipuai',
]);

/**
 * The name becomes the id of a provider in the tools' files, and part of names of variables.
 * @throws RackError `usage`
 */
export function checkConnectionName(name: string): string {
  if (!/^[a-z]{2,24}$/.test(name)) {
    throw new RackError('usage', `"${name}" is not a valid connection name`, {
      hint: 'use 2 to 24 lower-case letters, a to z',
    });
  }
  if (reserved.has(name)) {
    throw new RackError('usage', `the name "${name}" is reserved by some tools`, {
      hint: 'choose another, for example my' + name.slice(0, 22),
    });
  }
  return name;
}
