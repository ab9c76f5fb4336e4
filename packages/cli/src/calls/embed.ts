import { embed as embedTexts } from '@modelrack/client';
import { withProgress } from '../terminal/progress.ts';
import type { Context, EmbedOptions } from '../world/context.ts';
import { calledGateway } from './called-gateway.ts';
import { isIntoFile, saveText } from './place.ts';
import { promptFrom } from './prompt.ts';
import { interruptedCall, untilInterrupt } from './until-interrupt.ts';

/** Prints the vector of a text, or of each line, as a JSON array on a line of its own. */
export async function embed(context: Context, words: readonly string[], options: EmbedOptions): Promise<number> {
  const text = await promptFrom(context, words);
  const input = options.lines === true ? text.split(/\r?\n/).filter((line) => line.trim() !== '') : [text];
  const called = await calledGateway(context, options);
  const model = await called.modelFor('embedding', options.model);
  const { vectors } = await untilInterrupt(context, interruptedCall, (signal) =>
    withProgress(context, `${model} is reading`, () =>
      embedTexts(called.gateway, { model, input, dimensions: options.dimensions }, { signal }),
    ),
  );
  const lines = vectors.map((vector) => `${JSON.stringify(vector)}\n`).join('');
  await saveText(context, options.output, lines);
  context.printer.document({ schema: 1, command: 'embed', model, dimensions: vectors[0]?.length ?? 0, vectors });
  if (!isIntoFile(options)) context.printer.result(lines);
  return 0;
}
