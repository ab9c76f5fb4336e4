import { CST, Lexer } from 'yaml';

/** Told by the lexer of the parser's own package, in the order of the text. */
export function commentsOfYaml(text: string): string[] {
  const lexemes = [...new Lexer().lex(text)];
  return lexemes.filter((lexeme, at) => lexeme.startsWith('#') && lexemes[at - 1] !== CST.SCALAR);
}
