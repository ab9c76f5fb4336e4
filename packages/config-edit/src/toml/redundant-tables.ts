import { lineEndOf, lineStartOf } from '../document/trivia.ts';
import { headerOf } from './write-toml.ts';
import type { Statements } from './remove-statements.ts';
import type { TomlTable, TomlTop } from './syntax.ts';
import { keyNames } from './syntax.ts';

/**
 * Headers that lose their last key and stand behind a table below them, which implies them anyway. That is
 * where a header goes that has to be made for such a key; a header that somebody wrote first stands in front.
 */
export function redundantTables(text: string, top: TomlTop, statements: Statements): TomlTable[] {
  const parents = new Set([...statements.pairs].map(({ parent }) => parent));
  const emptied = new Set([...parents].filter((parent) => parent.kind === 'table' && isEmptied(parent, statements)));
  if (emptied.size === 0) return [];
  const implied = new Set<string>();
  const lists = new Set<string>();
  const redundant: TomlTable[] = [];
  for (const statement of top.body) {
    if (statement.kind !== 'table' || statements.tables.has(statement)) continue;
    const names = keyNames(statement);
    const starts = names.map((_, depth) => JSON.stringify(names.slice(0, depth + 1)));
    if (statement.isItem) lists.add(JSON.stringify(names));
    // In an item of a list the same names may stand for another table.
    const isInList = starts.some((start) => lists.has(start));
    const isImplied = !isInList && implied.has(JSON.stringify(names));
    if (emptied.has(statement) && isImplied && hasOurHeader(text, statement)) redundant.push(statement);
    for (const start of starts.slice(0, -1)) implied.add(start);
  }
  return redundant;
}

function isEmptied(table: TomlTable, { pairs, tables }: Statements): boolean {
  return !table.isItem && !tables.has(table) && table.body.every((pair) => pairs.has(pair));
}

/** Spelled as we do it, on a line of its own. */
function hasOurHeader(text: string, table: TomlTable): boolean {
  const line = text.slice(lineStartOf(text, table.start), lineEndOf(text, table.start));
  return line === headerOf(keyNames(table));
}
