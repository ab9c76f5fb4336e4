import type { Operation } from '../../provider.ts';

const advice: Readonly<Record<Operation, string>> = {
  chat: 'modelrack gateway connect openai',
  messages: 'modelrack gateway connect anthropic',
  count_tokens: 'modelrack gateway connect anthropic',
  responses: 'modelrack gateway connect openai',
  embeddings: 'modelrack gateway connect openai',
  images: 'modelrack gateway connect openai',
  speech: 'modelrack gateway connect openai',
  transcription: 'modelrack gateway connect openai',
  videos: 'modelrack gateway connect openrouter',
};

/** Every answer of the demo says what it is, and how to get a real one. ASCII: it is a header too. */
export function writeNotice(operation: Operation): string {
  return `This is a demo answer from the local gateway: no model was asked. For real answers: ${advice[operation]}`;
}
