import { RackError } from '@modelrack/errors';
import { Composer, type CST, type Document as YamlDocument, Parser, type YAMLParseError } from 'yaml';
import type { Parsed } from '../../document/parsed.ts';
import { positionIn } from '../../document/position.ts';
import type { Document } from '../../types.ts';
import { buildRoot } from './build-nodes.ts';
import type { YamlNode } from '../yaml-nodes.ts';
import { tokensOf } from './yaml-tokens.ts';

type TextSource = Pick<Document, 'name' | 'text'>;
type Source = TextSource & Pick<Document, 'top'>;

// Keys that stand twice are found by `buildRoot`: the library compares every key with every other one.
const OPTIONS = { keepSourceTokens: true, uniqueKeys: false, intAsBigInt: true } as const;

/** @throws RackError `file-invalid`: it does not parse, a key stands twice, it is no single map */
export function parseYaml(source: Omit<Document, 'root'>): Parsed {
  refuseLoneReturn(source);
  const stream = readStream(source);
  const root = containerOf(source, rootOf(source, stream, new Set()));
  return { document: { ...source, root }, tokens: tokensOf(stream.tokens) };
}

/** Some lines by themselves; what their aliases stand for is elsewhere. @throws RackError `file-invalid` */
export function parseLines(text: string): Document['root'] {
  const source = { name: '', text, top: 'map' } as const;
  return containerOf(source, rootOf(source, readStream(source), undefined));
}

function containerOf(source: Source, root: YamlNode | undefined): Document['root'] {
  if (root === undefined || (root.kind !== 'scalar' && root.kind === source.top)) return root;
  const what = { map: 'a map', list: 'a list', scalar: 'a single value' }[root.kind];
  return failAt(source, `the top level is ${what}, not a ${source.top}`, root.start);
}

function rootOf(
  source: TextSource,
  { tokens, document }: Stream,
  anchors: Set<string> | undefined,
): YamlNode | undefined {
  const fail = (message: string, offset: number): never => failAt(source, message, offset);
  const first = tokens.find((token) => token.type === 'document');
  return document === undefined ? undefined : buildRoot({ text: source.text, anchors, fail }, document, first);
}

export function tokensOfText(text: string): ReturnType<typeof tokensOf> {
  return tokensOf([...new Parser().parse(text)]);
}

interface Stream {
  readonly tokens: readonly CST.Token[];
  /** undefined: there is nothing, or nothing but comments. */
  readonly document: YamlDocument.Parsed | undefined;
}

function readStream(source: TextSource): Stream {
  let tokens: CST.Token[];
  let documents: YamlDocument.Parsed[];
  try {
    tokens = [...new Parser().parse(source.text)];
    documents = [...new Composer(OPTIONS).compose(tokens, false, source.text.length)];
  } catch (error) {
    if (error instanceof RangeError) failAt(source, 'nested too deeply', 0);
    throw error;
  }
  const [error] = documents.flatMap((document) => document.errors).toSorted((a, b) => a.pos[0] - b.pos[0]);
  if (error !== undefined) failAt(source, messageOf(error), error.pos[0]);
  if (documents.length > 1) failAt(source, 'a second document begins here', secondDocument(tokens));
  const [document] = documents;
  const directive = tokens.find(({ type }) => type === 'directive');
  if (document === undefined && directive?.type === 'directive')
    failAt(source, 'no document follows this directive', directive.offset);
  return { tokens, document };
}

function secondDocument(tokens: readonly CST.Token[]): number {
  const second = tokens.filter((token) => token.type === 'document')[1];
  return second === undefined ? 0 : (tokensOf([second]).starts[0] ?? second.offset);
}

/** Some programs take it for a line end, the parser does not. */
function refuseLoneReturn(source: TextSource): void {
  const at = source.text.search(/\r(?!\n)/);
  if (at !== -1) failAt(source, 'this line ends as on an old Mac, which YAML programs read differently', at);
}

function failAt({ name, text }: TextSource, message: string, offset: number): never {
  throw new RackError('file-invalid', message, { path: name, ...positionIn(text, offset) });
}

// The library's own messages quote the file, which may hold a key.
const MESSAGES: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'this alias has no name that can be read',
  BAD_DIRECTIVE: 'this directive cannot be read',
  BAD_DQ_ESCAPE: 'this text contains an escape that YAML does not have',
  BAD_INDENT: 'this line is not indented like the lines it belongs to',
  BAD_SCALAR_START: 'a text that begins with this character needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a map or list cannot begin here: look at the indentation',
  BLOCK_IN_FLOW: 'indented lines cannot be used inside brackets',
  KEY_OVER_1024_CHARS: 'this key is longer than 1024 characters',
  MULTILINE_IMPLICIT_KEY: 'a key goes over more than one line here: look at the indentation',
  MULTIPLE_ANCHORS: 'this value has more than one anchor',
  MULTIPLE_TAGS: 'this value has more than one tag',
  RESOURCE_EXHAUSTION: 'nested too deeply',
  TAB_AS_INDENT: 'tabs are not allowed as indentation',
  TAG_RESOLVE_FAILED: 'this value does not fit its tag',
  UNEXPECTED_TOKEN: 'this does not belong here',
};

const MISSING: readonly (readonly [RegExp, string])[] = [
  [/^Missing closing/, 'a text in quotes that begins above is not closed'],
  [/^Comments must/, 'a space is missing before this comment'],
  [/map values$/, 'a colon is missing after this key'],
  [/^Missing ,/, 'a comma is missing before this'],
  [/end with/, 'a closing bracket is missing'],
];

function messageOf({ code, message }: YAMLParseError): string {
  const missing = MISSING.find(([pattern]) => pattern.test(message))?.[1];
  return missing ?? MESSAGES[code] ?? 'this is not YAML';
}
