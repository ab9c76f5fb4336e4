import { RackError } from '@modelrack/errors';
import { Composer, type CST, type Document as YamlDocument, Parser, type YAMLParseError } from 'yaml';
import type { Parsed } from '../document/parsed.ts';
import { positionIn } from '../document/position.ts';
import { tokenFrom } from '../document/tokens.ts';
import type { Document } from '../types.ts';
import { buildRoot } from './build-nodes.ts';
import { tokensOf } from './yaml-tokens.ts';

type Source = Pick<Document, 'name' | 'text'>;

// Keys that stand twice are found by `buildRoot`: the library compares every key with every other one.
const OPTIONS = { keepSourceTokens: true, uniqueKeys: false, intAsBigInt: true } as const;

/** @throws RackError `file-invalid`: it does not parse, a key stands twice, it is no single map */
export function parseYaml(source: Omit<Document, 'root'>): Parsed {
  refuseLoneReturn(source);
  const { stream, document } = readStream(source);
  const tokens = tokensOf(stream);
  const first = stream.find((token) => token.type === 'document');
  const fail = (message: string, offset: number): never => failAt(source, message, offset);
  const root =
    document === undefined ? undefined : buildRoot({ text: source.text, anchors: new Set(), fail }, document, first);
  if (root !== undefined && root.kind !== 'map') {
    const what = root.kind === 'list' ? 'a list' : 'a single value';
    fail(`the top level is ${what}, not a map`, root.start);
  }
  return { document: { ...source, root: root?.kind === 'map' ? root : undefined }, tokens };
}

export function tokensOfText(text: string): ReturnType<typeof tokensOf> {
  return tokensOf([...new Parser().parse(text)]);
}

function readStream(source: Source): { stream: readonly CST.Token[]; document: YamlDocument.Parsed | undefined } {
  let stream: CST.Token[];
  let documents: YamlDocument.Parsed[];
  try {
    stream = [...new Parser().parse(source.text)];
    documents = [...new Composer(OPTIONS).compose(stream, false, source.text.length)];
  } catch (error) {
    if (error instanceof RangeError) failAt(source, 'nested too deeply', 0);
    throw error;
  }
  const [error] = documents.flatMap((document) => document.errors).toSorted((a, b) => a.pos[0] - b.pos[0]);
  if (error !== undefined) failAt(source, messageOf(error), error.pos[0]);
  if (documents.length > 1) failAt(source, 'a second document begins here', secondDocument(stream));
  return { stream, document: documents[0] };
}

function secondDocument(stream: readonly CST.Token[]): number {
  const second = stream.filter((token) => token.type === 'document')[1];
  if (second === undefined) return 0;
  const tokens = tokensOf([second]);
  return tokens.starts[tokenFrom(tokens, 0)] ?? second.offset;
}

/** Some programs take it for a line end, the parser does not. */
function refuseLoneReturn(source: Source): void {
  const at = source.text.search(/\r(?!\n)/);
  if (at !== -1) failAt(source, 'this line ends as on an old Mac, which YAML programs read differently', at);
}

function failAt({ name, text }: Source, message: string, offset: number): never {
  throw new RackError('file-invalid', message, { path: name, ...positionIn(text, offset) });
}

// The library's own messages quote the file, which may hold a key.
const MESSAGES: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'this alias has no name that can be read',
  BAD_DIRECTIVE: 'this directive cannot be read',
  BAD_DQ_ESCAPE: 'this text holds an escape that YAML does not have',
  BAD_INDENT: 'this line is not indented like the lines it belongs to',
  BAD_SCALAR_START: 'a text that begins with this character must stand in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a map or list cannot begin here: look at the indentation',
  BLOCK_IN_FLOW: 'lines by indentation cannot stand inside brackets',
  KEY_OVER_1024_CHARS: 'this key is longer than 1024 characters',
  MISSING_CHAR: 'a character is missing here: a closing quote or bracket, a colon, or the blank before a comment',
  MULTILINE_IMPLICIT_KEY: 'a key goes over more than one line here: look at the indentation',
  MULTIPLE_ANCHORS: 'this value has more than one anchor',
  MULTIPLE_TAGS: 'this value has more than one tag',
  TAB_AS_INDENT: 'tabs are not allowed as indentation',
  TAG_RESOLVE_FAILED: 'this value does not fit its tag',
  UNEXPECTED_TOKEN: 'this does not belong here',
};

function messageOf({ code }: YAMLParseError): string {
  return MESSAGES[code] ?? 'this is not YAML';
}
