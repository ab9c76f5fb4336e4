import type { OwnChange } from '@modelrack/tool-kit';
import type { FileDraft } from './draft.ts';

/** The draft to plan a collection in: what is not to be counted goes into one that nobody reads. */
export function reportingFor(draft: FileDraft, { shape }: OwnChange): FileDraft {
  if (shape.uncounted !== true) return draft;
  return { ...draft, added: [], updated: [], removed: [], protectedModels: [], total: { count: 0 } };
}
