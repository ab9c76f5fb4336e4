import type { Completion, Row } from './extension-api.ts';

interface Models {
  rowsFor(words: string): readonly Row[];
  lineFor(id: string): string | undefined;
}

/** Stands in the place of `/m-…`. Without the slash: else Enter would take a row and send it in one go. */
const ours = 'm-';

/**
 * A row of ours that is taken becomes the line that switches; everything else is completed as before. Where nothing
 * follows `/m-`, ours stand behind the commands that begin so.
 */
export function withModels(current: Completion, { rowsFor, lineFor }: Models): Completion {
  return {
    getSuggestions: async (...asked) => {
      const [lines, line, column] = asked;
      const others = await current.getSuggestions(...asked);
      const typed = lines[line]?.slice(0, column) ?? '';
      const [, words] = /^\/m-(\S.*|)$/.exec(typed) ?? [];
      if (words === undefined || (others !== null && words !== '')) return others;
      const rows = rowsFor(words);
      if (rows.length === 0) return others;
      const begun = others?.items.filter(({ value }) => value.startsWith(ours)) ?? [];
      const rest = others?.items.filter(({ value }) => !value.startsWith(ours)) ?? [];
      return { items: [...begun, ...rows, ...rest], prefix: `${ours}${words}` };
    },
    applyCompletion: (...asked) => {
      const [lines, line, column, row, prefix] = asked;
      const isOurs = lines[line]?.startsWith('/m-') === true && !prefix.startsWith('/');
      const text = isOurs ? lineFor(row.value) : undefined;
      if (text !== undefined) return { lines: lines.with(line, text), cursorLine: line, cursorCol: text.length };
      const isCommand = isOurs && prefix === ours;
      return current.applyCompletion(lines, line, column, row, isCommand ? `/${ours}` : prefix);
    },
    shouldTriggerFileCompletion: (lines, line, column) =>
      current.shouldTriggerFileCompletion?.(lines, line, column) ?? true,
  };
}
