import type { Completion, Row } from './extension-api.ts';

interface Models {
  rowsFor(words: string): readonly Row[];
  lineFor(id: string): string | undefined;
}

/** A row of ours that is taken becomes the line that switches; everything else is completed as before. */
export function withModels(current: Completion, { rowsFor, lineFor }: Models): Completion {
  return {
    getSuggestions: async (...asked) => {
      const [lines, line, column] = asked;
      const others = await current.getSuggestions(...asked);
      const [, words] = /^\/m-(\S.*)$/.exec(lines[line]?.slice(0, column) ?? '') ?? [];
      if (others !== null || words === undefined) return others;
      const items = rowsFor(words);
      // No slash in front: Enter would take the row and send it in one go.
      return items.length === 0 ? null : { items, prefix: `m-${words}` };
    },
    applyCompletion: (...asked) => {
      const [lines, line, , row, prefix] = asked;
      const isOurs = lines[line]?.startsWith('/m-') === true && !prefix.startsWith('/');
      const text = isOurs ? lineFor(row.value) : undefined;
      if (text === undefined) return current.applyCompletion(...asked);
      return { lines: lines.with(line, text), cursorLine: line, cursorCol: text.length };
    },
    shouldTriggerFileCompletion: (lines, line, column) =>
      current.shouldTriggerFileCompletion?.(lines, line, column) ?? true,
  };
}
