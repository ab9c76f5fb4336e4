import { generateImages, saveBytes, type GeneratedImage, type SavedFile } from '@modelrack/client';
import { z } from 'zod';
import { placeFor } from '../answers/media-place.ts';
import { defineMcpTool, makes } from '../tool.ts';
import { fileFields, modelField, nameField, nextField, pendingAnswer, stateField } from './fields.ts';

/** More would fill the context of clients that show base64 as text. */
const largestInline = 700_000;

export const imageGenerate = defineMcpTool({
  name: 'image_generate',
  title: 'Generate an image',
  description:
    'Generate an image, picture, illustration or logo from a text prompt, and save it as a file; answers with its path.',
  annotations: makes,
  input: {
    prompt: z.string().min(1),
    model: modelField('image'),
    n: z.number().int().min(1).max(10).optional().describe('How many; default 1'),
    size: z.string().optional().describe('For example 1024x1024'),
    filename: nameField,
    inline: z.boolean().optional().describe('Show the picture in the answer as well, if it is small'),
  },
  output: {
    status: stateField,
    ...fileFields,
    files: z
      .array(z.object({ path: z.string(), bytes: z.number(), mime: z.string() }))
      .optional()
      .describe('If several'),
    next: nextField,
  },
  async run(call, { prompt, model: asked, n: count, size, filename, inline }) {
    const target = placeFor(call.host.mediaFolder, 'image', filename);
    const model = await call.modelFor('image', asked);
    const request = { model, prompt, count, size };
    const delivery = await call.order({
      key: JSON.stringify([request, filename]),
      endsWithCaller: false,
      run: async (signal) => {
        const images = await generateImages(call.gateway, request, { signal });
        const files: SavedFile[] = [];
        for (const { bytes, mime } of images) files.push(await saveBytes(bytes, mime, target));
        return { files, first: images[0] };
      },
    });
    if (!delivery.isDone) return pendingAnswer('image_generate');
    const { files, first } = delivery.result;
    const several = files.length > 1 ? { files } : {};
    const value = { status: 'done', ...files[0], model, ...several };
    return { value, picture: inline === true ? smallOf(first) : undefined };
  },
});

function smallOf(image: GeneratedImage | undefined): GeneratedImage | undefined {
  return image !== undefined && image.bytes.length <= largestInline ? image : undefined;
}
