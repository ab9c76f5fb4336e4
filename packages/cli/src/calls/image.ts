import { generateImages, saveBytes, type SavedFile } from '@modelrack/client';
import { readFile } from 'node:fs/promises';
import { pictureFor } from '../terminal/pictures.ts';
import { withProgress } from '../terminal/progress.ts';
import type { Context, ImageOptions } from '../world/context.ts';
import { calledGateway } from './called-gateway.ts';
import { numbered, withPlace } from './place.ts';
import { promptFrom } from './prompt.ts';
import { interruptedCall, untilInterrupt } from './until-interrupt.ts';

/** Makes pictures; shows them where the terminal can, and prints where they are. */
export async function image(context: Context, words: readonly string[], options: ImageOptions): Promise<number> {
  const prompt = await promptFrom(context, words);
  const called = await calledGateway(context, options);
  const model = await called.modelFor('image', options.model);
  const { count, size } = options;
  const { files } = await untilInterrupt(context, interruptedCall, (signal) =>
    withPlace(context, { kind: 'image', output: options.output }, async (target) => {
      const images = await withProgress(context, `${model} is painting`, () =>
        generateImages(called.gateway, { model, prompt, count, size }, { signal }),
      );
      const saved: SavedFile[] = [];
      for (const [index, { bytes, mime }] of images.entries())
        saved.push(await saveBytes(bytes, mime, numbered(target, index)));
      return { files: saved };
    }),
  );
  if (options.output === '-') return 0;
  context.printer.document({ schema: 1, command: 'image', model, files });
  if (context.printer.isJson) return 0;
  for (const file of files) {
    if (context.world.out.isTTY) await show(context, file);
    context.printer.result(`${file.path}\n`);
  }
  return 0;
}

async function show(context: Context, { path, mime }: SavedFile): Promise<void> {
  const shown = await pictureFor(context.world, await readFile(path), mime);
  if (shown !== undefined) context.world.out.write(`${shown}\n`);
}
