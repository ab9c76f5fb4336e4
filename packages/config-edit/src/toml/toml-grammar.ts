import type { Parsed } from '../document/parsed.ts';
import { commentsIn } from '../document/tokens.ts';
import { lineEndOf } from '../document/trivia.ts';
import type { Grammar } from '../edit/grammar.ts';
import { agreesWithValue } from './second-parser.ts';
import { parseToml, programOf, secondValueOf, tokensOf } from './parse-toml.ts';
import { planTomlRemovals } from './plan-removals.ts';
import { planTomlSets } from './plan-sets.ts';
import { headerEnd, isTomlList, isTomlMap } from './toml-nodes.ts';
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
  confirm,
};

/** Comments on lines of their own outlive a table; only one beside its header would go with it. */
function isBare({ document: { text }, tokens }: Parsed, node: Node): boolean {
  if (!isTomlMap(node) || node.inline !== undefined) return commentsIn(text, tokens, node).length === 0;
  if (node.form === 'root') return false;
  if (node.table?.type !== 'TOMLTable') return true;
  const end = headerEnd(text, node.table);
  return commentsIn(text, tokens, { start: node.table.range[0], end: lineEndOf(text, end) }).length === 0;
}

function isImplied(node: Node): boolean {
  return (isTomlMap(node) && node.form === 'implied') || (isTomlList(node) && node.array === undefined);
}

/** Of a value, or of a file with nothing but blanks and comments. */
function commentsOf(source: string): readonly string[] {
  const text = /^\s*[{[]/.test(source) ? `x = ${source}` : source;
  return commentsIn(text, tokensOf(programOf({ name: '', text })), { start: 0, end: text.length });
}

function confirm({ document }: Parsed): void {
  const value = secondValueOf(document);
  if (document.root !== undefined && !agreesWithValue(document.root, value))
    throw new Error('the two parsers read different values');
}
