/** Variables by which programs find a common gateway: where one is set, it is offered. */
export interface KnownVariables {
  /** Holds the base URL; undefined: it is always the same. */
  readonly url: string | undefined;
  /** Where the URL is the same for everybody, or where the server usually is. */
  readonly usual?: string;
  /** The first that is set holds the key; none: it has no key. */
  readonly keys: readonly string[];
}

export const knownVariables: readonly KnownVariables[] = [
  { url: 'LITELLM_PROXY_URL', keys: ['LITELLM_API_KEY', 'LITELLM_PROXY_API_KEY', 'LITELLM_MASTER_KEY'] },
  { url: 'LITELLM_PROXY_API_BASE', keys: ['LITELLM_PROXY_API_KEY', 'LITELLM_API_KEY', 'LITELLM_MASTER_KEY'] },
  { url: 'LITELLM_API_BASE', keys: ['LITELLM_API_KEY', 'LITELLM_MASTER_KEY'] },
  { url: 'LITELLM_BASE_URL', keys: ['LITELLM_API_KEY', 'LITELLM_MASTER_KEY'] },
  { url: 'OPENAI_BASE_URL', keys: ['OPENAI_API_KEY'] },
  { url: 'OPENAI_API_BASE', keys: ['OPENAI_API_KEY'] },
  { url: 'ANTHROPIC_BASE_URL', keys: ['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY'] },
  { url: 'LLM_BASE_URL', keys: ['LLM_API_KEY'] },
  { url: 'LM_STUDIO_BASE_URL', keys: ['LM_STUDIO_API_KEY'] },
  { url: 'PORTKEY_BASE_URL', keys: ['PORTKEY_API_KEY'] },
  { url: undefined, usual: 'https://openrouter.ai/api/v1', keys: ['OPENROUTER_API_KEY'] },
  { url: undefined, usual: 'https://ai-gateway.vercel.sh/v1', keys: ['AI_GATEWAY_API_KEY'] },
  { url: undefined, usual: 'https://router.requesty.ai/v1', keys: ['REQUESTY_API_KEY'] },
  { url: 'OLLAMA_HOST', usual: 'http://127.0.0.1:11434', keys: [] },
];

/** Ports on which servers of models usually listen on one's own machine. */
export const usualPorts: readonly number[] = [
  11_434, // Ollama
  1234, // LM Studio
  8000, // vLLM
  8080, // llama.cpp, LocalAI
  4000, // LiteLLM
  8420, // our own
  1337, // Jan
  8787, // Portkey
  5001, // KoboldCpp
  30_000, // SGLang
];

/** Where other ports are to be asked, or none. */
export const portsVariable = 'MODELRACK_LOCAL_PORTS';
