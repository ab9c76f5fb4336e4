/** What people write for a provider or a family, and what ids have instead. */
export const shortForms: ReadonlyMap<string, readonly (readonly [word: string, score: number])[]> = new Map([
  ['aws', [['amazon', 0.9] as const, ['bedrock', 0.9] as const]],
  ['az', [['azure', 0.85] as const]],
  ['ds', [['deepseek', 0.95] as const]],
  ['fw', [['fireworks', 0.9] as const]],
  ['gh', [['github', 0.85] as const]],
  ['goog', [['google', 0.95] as const]],
  ['hf', [['huggingface', 0.95] as const]],
  ['mm', [['minimax', 0.85] as const]],
  ['ms', [['microsoft', 0.85] as const]],
  ['msft', [['microsoft', 0.95] as const]],
  ['nv', [['nvidia', 0.9] as const]],
  ['oai', [['openai', 0.95] as const]],
  ['or', [['openrouter', 0.8] as const]],
  ['pplx', [['perplexity', 0.95] as const]],
]);
