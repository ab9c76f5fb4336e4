import { embed as embedTexts, saveBytes } from '@modelrack/client';
import { z } from 'zod';
import { placeFor } from '../answers/media-place.ts';
import { defineMcpTool, makes } from '../tool.ts';
import { fileFields, modelField, nameField, nextField, pendingAnswer, stateField } from './fields.ts';

/** Numbers in an answer: more than a few vectors would fill a context. */
const mostInline = 2_000;

export const embed = defineMcpTool({
  name: 'embed',
  title: 'Embed texts',
  description:
    'Turn texts into embedding vectors (semantic search, similarity, clustering), saved as a JSON file; answers with its path.',
  annotations: makes,
  input: {
    input: z.union([z.string(), z.array(z.string()).min(1).max(2048)]),
    model: modelField('embedding'),
    dimensions: z.number().int().min(1).optional(),
    filename: nameField,
    inline: z.boolean().optional().describe('The vectors in the answer as well, if they are few'),
  },
  output: {
    status: stateField,
    ...fileFields,
    count: z.number().optional(),
    dimensions: z.number().optional(),
    vectors: z.array(z.array(z.number())).optional(),
    next: nextField,
  },
  async run(call, { input, model: asked, dimensions, filename, inline }) {
    const target = placeFor(call.host.mediaFolder, 'embeddings', filename);
    const model = await call.modelFor('embedding', asked);
    const request = { model, input: typeof input === 'string' ? [input] : input, dimensions };
    const delivery = await call.order({
      key: JSON.stringify([request, filename]),
      endsWithCaller: true,
      run: async (signal) => {
        const { vectors } = await embedTexts(call.gateway, request, { signal });
        const text = `${JSON.stringify({ model, input: request.input, vectors })}\n`;
        return { vectors, file: await saveBytes(Buffer.from(text), 'application/json', target) };
      },
    });
    if (!delivery.isDone) return pendingAnswer('embed');
    const { vectors, file } = delivery.result;
    const size = vectors[0]?.length ?? 0;
    const shown = inline === true && vectors.length * size <= mostInline ? { vectors } : {};
    return { value: { status: 'done', ...file, model, count: vectors.length, dimensions: size, ...shown } };
  },
});
