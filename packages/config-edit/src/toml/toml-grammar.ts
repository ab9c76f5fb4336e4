import type { Parsed } from '../document/parsed.ts';
import { commentsIn } from '../document/tokens.ts';
import { lineEndOf } from '../document/trivia.ts';
import type { Grammar } from '../edit/grammar.ts';
import { confirmToml, parseToml, tokensByLibrary } from './read/parse-toml.ts';
import { planTomlRemovals } from './plan-removals.ts';
import { planTomlSets } from './plan-sets.ts';
import { isTomlList, isTomlMap } from './toml-nodes.ts';
import type { Node } from '../types.ts';

export const tomlGrammar: Grammar = {
  parse: parseToml,
  planRemovals: planTomlRemovals,
  // Nothing stands around the keys of a file that could be taken away.
  planClear: () => [],
  planSets: planTomlSets,
  isBare,
  isImplied,
  isBracketed: (node) =>
    (isTomlMap(node) && node.inline !== undefined) || (isTomlList(node) && node.array !== undefined),
  isValue: () => false,
  commentsOf,
  confirm: confirmToml,
};

/** Comments on lines of their own outlive a table; only one beside its header would go with it. */
function isBare({ document: { text }, tokens }: Parsed, node: Node): boolean {
  if (!isTomlMap(node) || node.inline !== undefined) return commentsIn(text, tokens, node).length === 0;
  if (node.form === 'root') return false;
  if (node.table?.kind !== 'table') return true;
  return commentsIn(text, tokens, { start: node.table.start, end: lineEndOf(text, node.table.headerEnd) }).length === 0;
}

function isImplied(node: Node): boolean {
  return (isTomlMap(node) && node.form === 'implied') || (isTomlList(node) && node.array === undefined);
}

/** Of a value, or of a file with nothing but blanks and comments. */
function commentsOf(source: string): readonly string[] {
  const text = /^\s*[{[]/.test(source) ? `x = ${source}` : source;
  return commentsIn(text, tokensByLibrary({ name: '', text }), { start: 0, end: text.length });
}
