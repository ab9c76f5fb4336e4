import { equalsJson } from '@modelrack/config-edit';
import type { ChoiceChange } from '@modelrack/tool-kit';
import { modelsOf } from '../ledger/claims.ts';
import { nodeAt } from '../open-file/draft.ts';
import type { Held } from './whose.ts';

/** The model of the list that stands at a choice; undefined: none does. */
export function chosenIn({ file }: Pick<Held, 'file'>, change: ChoiceChange, more: Iterable<string> = []): string | undefined {
  const nodes = change.paths.map((path) => nodeAt(file, path));
  const ids = new Set([...change.ids, ...more]);
  return [...ids].find((id) => {
    const values = change.valuesOf(id);
    return nodes.every((node, index) => {
      const value = values[index];
      return node !== undefined && value !== undefined && equalsJson(node, value);
    });
  });
}

/** Those that we wrote into any file of the tool. */
export function writtenIds(files: readonly { readonly claims: Held['claims'] | undefined }[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ claims }) => [...modelsOf(claims ?? {})]));
}
