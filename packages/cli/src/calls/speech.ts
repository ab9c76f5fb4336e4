import { speak } from '@modelrack/client';
import { withProgress } from '../terminal/progress.ts';
import type { Context, SpeechOptions } from '../world/context.ts';
import { calledGateway } from './called-gateway.ts';
import { withPlace } from './place.ts';
import { promptFrom } from './prompt.ts';
import { interruptedCall, untilInterrupt } from './until-interrupt.ts';

/** Has a text read aloud into a file. */
export async function speech(context: Context, words: readonly string[], options: SpeechOptions): Promise<number> {
  const input = await promptFrom(context, words);
  const called = await calledGateway(context, options);
  const model = await called.modelFor('speech', options.model);
  const { voice, format } = options;
  const { files } = await untilInterrupt(context, interruptedCall, (signal) =>
    withPlace(context, { kind: 'speech', output: options.output }, async (target) => ({
      files: [
        await withProgress(context, `${model} is speaking`, () =>
          speak(called.gateway, { model, input, voice, format }, { target, signal }),
        ),
      ],
    })),
  );
  if (options.output === '-') return 0;
  context.printer.document({ schema: 1, command: 'speech', model, ...files[0] });
  for (const { path } of files) context.printer.result(`${path}\n`);
  return 0;
}
