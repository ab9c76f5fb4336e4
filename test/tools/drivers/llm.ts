import type { Driver } from './driver.ts';

export const llm: Driver = {
  tool: 'llm',
  route: '/v1/chat/completions',
  file: '.config/io.datasette.llm/extra-openai-models.yaml',
  ask: (model, question) => ['-m', `modelrack/${model}`, question],
  listing: { args: ['models', '-q', 'modelrack/'], read: readList },
};

/** `OpenAI Chat: modelrack/plus` */
function readList(stdout: string): readonly string[] {
  return [...stdout.matchAll(/^OpenAI Chat: modelrack\/(.+)$/gm)].map(([, id = '']) => id);
}
