import { clearWinner, createPicker } from '@modelrack/picker';
import { z } from 'zod';
import { defineMcpTool, reads } from '../tool.ts';
import { modelFields, rowOf } from './list-models.ts';

const mostMatches = 10;

export const pickModel = defineMcpTool({
  name: 'pick_model',
  title: 'Pick a model',
  description:
    'Find the id of an AI model by a few letters of its name, for example "son" or "opus 4"; best match first.',
  annotations: reads,
  input: {
    query: z.string().describe('A few letters; empty: aliases, recently used and newest models'),
    limit: z.number().int().min(1).max(50).optional().describe(`Default ${mostMatches}`),
  },
  output: {
    best: z.string().nullable().describe('The id that is clearly meant, if there is one'),
    matches: z.array(z.object({ ...modelFields, score: z.number() })),
  },
  async run({ host, signal }, { query, limit }) {
    const models = await host.models(signal);
    const picker = createPicker(models, { recent: await host.recent() });
    const matches = picker.search(query, Math.max(limit ?? mostMatches, mostMatches));
    const best = query.trim() === '' ? undefined : clearWinner(matches);
    return {
      value: {
        best: best?.id ?? null,
        matches: matches.slice(0, limit ?? mostMatches).map(({ row, score }) => ({ ...rowOf(row), score })),
      },
    };
  },
});
