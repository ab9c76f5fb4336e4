import { z } from 'zod';

/** What several tools take or answer. No list of models: it would go stale, and cost context in every thread. */
export const modelField = (kind: string) =>
  z.string().min(1).optional().describe(`Model id; default: the first ${kind} model. list_models shows them`);

export const nameField = z.string().optional().describe('File name without folder; default: kind and time');

export const fileFields = {
  path: z.string().optional().describe('Where the file was saved'),
  bytes: z.number().optional(),
  mime: z.string().optional(),
  model: z.string().optional(),
};

export const stateField = z.enum(['done', 'pending']);

/** What to do about a work that takes longer than a call may. */
export const nextField = z.string().optional().describe('What to call next');

/** Nothing is lost, and nothing is paid twice. */
export function pendingAnswer(tool: string) {
  return {
    value: {
      status: 'pending',
      next: `Still running. Call ${tool} again with the same arguments to get the result; it is not started twice`,
    },
  };
}
