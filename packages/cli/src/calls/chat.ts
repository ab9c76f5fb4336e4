import { streamChat, type ChatEvent, type ChatMessage } from '@modelrack/client';
import { RackError } from '@modelrack/errors';
import { withProgress } from '../terminal/progress.ts';
import type { ChatOptions, Context } from '../world/context.ts';
import { calledGateway } from './called-gateway.ts';
import { isIntoFile, saveText } from './place.ts';
import { promptFrom } from './prompt.ts';
import { untilInterrupt } from './until-interrupt.ts';
import { wordsFor } from './words-for.ts';

type End = Extract<ChatEvent, { type: 'end' }>;

/** Prints the answer as it comes. */
export async function chat(context: Context, words: readonly string[], options: ChatOptions): Promise<number> {
  const prompt = await promptFrom(context, words);
  const called = await calledGateway(context, options);
  const model = await called.modelFor('chat', options.model);
  const { system, maxTokens, temperature } = options;
  const messages: ChatMessage[] = [
    ...(system === undefined ? [] : [{ role: 'system', content: system } as const]),
    { role: 'user', content: prompt },
  ];
  const { text, end } = await untilInterrupt(context, interrupted, (signal) =>
    print(context, options, streamChat(called.gateway, { model, messages, maxTokens, temperature }, { signal })),
  );
  await saveText(context, options.output, text);
  context.printer.document({
    schema: 1,
    command: 'chat',
    model: end?.model ?? model,
    text,
    finishReason: end?.finishReason ?? null,
    usage: { input: end?.usage?.input ?? null, output: end?.usage?.output ?? null },
  });
  if (end?.finishReason === 'length') context.printer.note('warning: the answer was cut off at the limit of tokens');
  return 0;
}

interface Answer {
  readonly text: string;
  readonly end: End | undefined;
}

async function print(context: Context, options: ChatOptions, events: AsyncGenerator<ChatEvent>): Promise<Answer> {
  const isPrinted = !context.printer.isJson && !isIntoFile(options);
  const words = wordsFor(context);
  let text = '';
  let end: End | undefined;
  const take = (event: ChatEvent) => {
    if (event.type === 'end') end = event;
    else if (event.type === 'reasoning') context.printer.detail(event.text);
    else {
      text += event.text;
      if (isPrinted) words.write(event.text);
    }
  };
  // The wait for the first word shows; from then on the words do.
  const first = await withProgress(context, 'Waiting for the answer', () => firstText(events, take));
  if (first !== undefined) take(first);
  for await (const event of events) take(event);
  if (isPrinted) words.end();
  return { text, end };
}

async function firstText(
  events: AsyncGenerator<ChatEvent>,
  take: (event: ChatEvent) => void,
): Promise<ChatEvent | undefined> {
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) return undefined;
    if (value.type === 'text') return value;
    take(value);
  }
}

function interrupted(): RackError {
  return new RackError('interrupted', 'Interrupted');
}
