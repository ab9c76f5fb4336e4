import { toJson } from '@modelrack/config-edit';
import { pathKey, type Claims } from '../ledger/claims.ts';
import { secretPrint } from '../ledger/prints.ts';
import { nodeAt, type FileDraft, type OpenFile } from '../open-file/draft.ts';
import type { Choices } from './choices-of.ts';
import { noteSeen } from './note-seen.ts';

/** What the user has where the tool writes beside a pick is known when they pick one of ours. */
export function planBeside(drafts: readonly FileDraft[], choices: Choices, isPicked: boolean): void {
  const known = new Map(drafts.map(({ file }) => [file, file.claims ?? {}]));
  const isTools = isPicked && isPickedInTool(known, choices);
  for (const { file, path } of choices.beside) {
    const draft = drafts.find((one) => one.file.spec.id === file);
    if (draft === undefined) continue;
    draft.wanted.add(pathKey(path));
    if (!isTools) noteSeen(draft, path, { isOurs: false, isPicked: false });
  }
}

/** Where a model of ours is chosen: it is none that we wrote as a default, which says nothing of what stands beside it. */
export function isPickedInTool(known: ReadonlyMap<OpenFile, Claims>, { places }: Choices): boolean {
  return [...known].some(([file, claims]) =>
    places.some((place) => {
      const node = place.file === file.spec.id ? nodeAt(file, place.path) : undefined;
      const { print, isNoted, moved } = claims[pathKey(place.path)] ?? {};
      const isWritten = isNoted !== true && moved !== 'back';
      return node !== undefined && !(isWritten && print === secretPrint(toJson(node)));
    }),
  );
}
