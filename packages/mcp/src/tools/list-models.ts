import type { Model } from '@modelrack/catalog';
import { z } from 'zod';
import { defineMcpTool, reads } from '../tool.ts';

const usualLimit = 50;
const kinds = [
  'chat',
  'image',
  'video',
  'speech',
  'transcription',
  'embedding',
  'rerank',
  'moderation',
  'realtime',
] as const;

export const modelFields = {
  id: z.string(),
  kind: z.string(),
  name: z.string().optional(),
  contextWindow: z.number().optional(),
};

export const listModels = defineMcpTool({
  name: 'list_models',
  title: 'List models',
  description:
    'List the AI models of the gateway (LLM, chat, image, video, speech, transcription, embedding) with id, kind and context window.',
  annotations: reads,
  input: {
    filter: z.string().optional().describe('Words that occur in id or name'),
    kind: z.enum(kinds).optional(),
    limit: z.number().int().min(1).max(500).optional().describe(`Default ${usualLimit}`),
  },
  output: {
    models: z.array(z.object(modelFields)),
    total: z.number().describe('How many match'),
  },
  async run({ host, signal }, { filter, kind, limit }) {
    const words = (filter ?? '').toLowerCase().split(/\s+/);
    const found = (await host.models(signal)).filter(
      (model) => (kind === undefined || model.kind === kind) && words.every((word) => textOf(model).includes(word)),
    );
    return { value: { models: found.slice(0, limit ?? usualLimit).map(rowOf), total: found.length } };
  },
});

function textOf({ id, name }: Model): string {
  return `${id} ${name}`.toLowerCase();
}

export function rowOf({ id, kind, name, contextWindow }: Model) {
  return {
    id,
    kind,
    ...(name === id ? {} : { name }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
  };
}
