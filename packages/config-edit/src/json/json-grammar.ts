import { removeItems } from '../brackets/remove-items.ts';
import type { Parsed } from '../document/parsed.ts';
import { commentsIn, isComment, startOf, endOf, TokenKind } from '../document/tokens.ts';
import { breakBefore, breakLength, lineEndAfter } from '../document/trivia.ts';
import type { Grammar, Picks } from '../edit/grammar.ts';
import { jsonBrackets } from './json-brackets.ts';
import { advance, Kind, readerOf } from './json-reader.ts';
import { parseJson } from './parse-json.ts';
import { plainDocument } from './plain-document.ts';
import { planJsonSets } from './plan-sets.ts';
import type { Splice } from '../types.ts';

export const jsonGrammar: Grammar = {
  parse: parseJson,
  readValues: plainDocument,
  planRemovals,
  planClear,
  planSets: planJsonSets,
  isBare: ({ document, tokens }, node) => commentsIn(document.text, tokens, node).length === 0,
  isImplied: () => false,
  isBracketed: () => true,
  isValue: (source) => /^\s*[{[]/.test(source),
  commentsOf,
  confirm,
};

function planRemovals(parsed: Parsed, picks: Picks): Splice[] {
  return [...picks].flatMap(([node, indices]) => removeItems(jsonBrackets(parsed, node), indices));
}

/** With the line end behind the document; without one, with that in front of it. */
function planClear({ document: { root, text } }: Parsed): Splice[] {
  if (root === undefined) return [];
  const lineEnd = lineEndAfter(text, root.end) ?? root.end;
  const length = breakLength(text, lineEnd);
  const start = length === 0 ? (breakBefore(text, root.start) ?? root.start) : root.start;
  return [{ start, end: lineEnd + length, text: '' }];
}

function commentsOf(source: string): readonly string[] {
  const reader = readerOf({ format: 'jsonc', name: '', text: source, bom: false, eol: '\n', top: 'map' });
  while (reader.kind !== Kind.end) advance(reader);
  return commentsIn(source, reader.tokens, { start: 0, end: source.length });
}

/** The second parser: Node's own, on the text without comments and trailing commas. */
function confirm({ document, tokens }: Parsed): void {
  if (document.root === undefined) return;
  const { text } = document;
  const gone: number[] = [];
  let comma: number | undefined;
  for (let index = 0; index < tokens.starts.length; index += 1) {
    if (isComment(tokens, index)) {
      gone.push(index);
      continue;
    }
    const first = text.charAt(startOf(tokens, index));
    if (comma !== undefined && (first === '}' || first === ']')) gone.push(comma);
    comma = tokens.kinds[index] === TokenKind.comma ? index : undefined;
  }
  let from = 0;
  let kept = '';
  for (const index of gone.toSorted((a, b) => a - b)) {
    kept += text.slice(from, startOf(tokens, index));
    from = endOf(tokens, index);
  }
  JSON.parse(kept + text.slice(from));
}
