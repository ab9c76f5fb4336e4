import { streamChat, type ChatMessage, type ChatUsage } from '@modelrack/client';
import { z } from 'zod';
import { defineMcpTool, makes } from '../tool.ts';
import { modelField, nextField, stateField } from './fields.ts';

interface Said {
  text: string;
  model: string;
  finishReason: string | undefined;
  usage: ChatUsage | undefined;
}

export const chat = defineMcpTool({
  name: 'chat',
  title: 'Ask another model',
  description: 'Ask another AI model (LLM chat completion): a second opinion, a translation, a summary.',
  annotations: makes,
  input: {
    prompt: z.string().min(1).describe('What to ask; the model knows nothing else'),
    system: z.string().optional().describe('Instructions'),
    model: modelField('chat'),
    max_tokens: z.number().int().min(1).optional(),
    temperature: z.number().min(0).max(2).optional(),
  },
  output: {
    status: stateField,
    text: z.string(),
    model: z.string(),
    finish_reason: z.string().optional(),
    input_tokens: z.number().optional(),
    output_tokens: z.number().optional(),
    next: nextField,
  },
  async run(call, { prompt, system, model: asked, max_tokens: maxTokens, temperature }) {
    const model = await call.modelFor('chat', asked);
    const messages: ChatMessage[] = [
      ...(system === undefined ? [] : [{ role: 'system', content: system } as const]),
      { role: 'user', content: prompt },
    ];
    const request = { model, messages, maxTokens, temperature };
    const key = JSON.stringify(request);
    const said = started.get(key) ?? { text: '', model, finishReason: undefined, usage: undefined };
    const delivery = await call.order({
      key,
      endsWithCaller: true,
      async run(signal) {
        started.set(key, said);
        try {
          for await (const event of streamChat(call.gateway, request, { signal })) {
            if (event.type === 'text') said.text += event.text;
            else if (event.type === 'end') Object.assign(said, { ...event, model: event.model ?? model });
          }
          return said;
        } finally {
          started.delete(key);
        }
      },
    });
    return { value: delivery.isDone ? answerOf(delivery.result) : partOf(said) };
  },
});

/** What was said so far, for whoever cannot wait for the rest. */
const started = new Map<string, Said>();

function answerOf({ text, model, finishReason, usage }: Said) {
  return {
    status: 'done',
    text,
    model,
    ...(finishReason === undefined ? {} : { finish_reason: finishReason }),
    ...(usage?.input === undefined ? {} : { input_tokens: usage.input }),
    ...(usage?.output === undefined ? {} : { output_tokens: usage.output }),
  };
}

function partOf({ text, model }: Said) {
  const next = 'This is the beginning. Call chat again with the same arguments for the whole; it is not asked twice';
  return { status: 'pending', text, model, next };
}
