import { transcribe as transcribeFile } from '@modelrack/client';
import { resolve } from 'node:path';
import { withProgress } from '../terminal/progress.ts';
import type { Context, TranscribeOptions } from '../world/context.ts';
import { calledGateway } from './called-gateway.ts';
import { isIntoFile, saveText } from './place.ts';
import { interruptedCall, untilInterrupt } from './until-interrupt.ts';
import { wordsFor } from './words-for.ts';

/** Prints what is said in a recording. */
export async function transcribe(context: Context, name: string, options: TranscribeOptions): Promise<number> {
  const file = resolve((await context.machine()).cwd, name);
  const called = await calledGateway(context, options);
  const model = await called.modelFor('transcription', options.model);
  const { language, prompt } = options;
  const text = await untilInterrupt(context, interruptedCall, (signal) =>
    withProgress(context, `${model} is listening`, () =>
      transcribeFile(called.gateway, { model, file, language, prompt }, { signal }),
    ),
  );
  await saveText(context, options.output, text);
  context.printer.document({ schema: 1, command: 'transcribe', model, text });
  if (context.printer.isJson || isIntoFile(options)) return 0;
  const words = wordsFor(context);
  words.write(text);
  words.end();
  return 0;
}
