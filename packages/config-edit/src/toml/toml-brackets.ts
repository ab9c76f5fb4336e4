import type { Brackets } from '../brackets/brackets.ts';
import type { Parsed } from '../document/parsed.ts';
import type { Range } from '../types.ts';
import type { TomlArray, TomlInline } from './syntax.ts';
import { keyStart } from './syntax.ts';

export function inlineBrackets(parsed: Parsed, table: TomlInline): Brackets {
  return bracketsOf(
    parsed,
    table,
    table.body.map((pair) => ({ start: keyStart(pair), end: pair.value.end })),
  );
}

export function arrayBrackets(parsed: Parsed, array: TomlArray): Brackets {
  return bracketsOf(parsed, array, array.elements);
}

function bracketsOf(parsed: Parsed, { start, end }: Range, items: readonly Range[]): Brackets {
  return { text: parsed.document.text, tokens: parsed.tokens, open: start + 1, close: end - 1, items };
}
