import type { AST } from 'toml-eslint-parser';
import type { Brackets } from '../brackets/brackets.ts';
import type { Parsed } from '../document/parsed.ts';

export function inlineBrackets(parsed: Parsed, table: AST.TOMLInlineTable): Brackets {
  return bracketsOf(parsed, table, table.body);
}

export function arrayBrackets(parsed: Parsed, array: AST.TOMLArray): Brackets {
  return bracketsOf(parsed, array, array.elements);
}

function bracketsOf(
  parsed: Parsed,
  node: AST.TOMLInlineTable | AST.TOMLArray,
  parts: readonly (AST.TOMLKeyValue | AST.TOMLContentNode)[],
): Brackets {
  const items = parts.map(({ range: [start, end] }) => ({ start, end }));
  return {
    text: parsed.document.text,
    tokens: parsed.tokens,
    open: node.range[0] + 1,
    close: node.range[1] - 1,
    items,
  };
}
