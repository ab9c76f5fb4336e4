import { decode } from '../document/decode.ts';
import type { Parsed } from '../document/parsed.ts';
import type { Document, EditResult, FormatEditor, Node } from '../types.ts';
import { editDocument } from './edit-document.ts';
import type { Grammar } from './grammar.ts';
import { encode } from '../document/decode.ts';

/** Binds a grammar to the steps that are the same for every format. */
export function formatEditor(grammar: Grammar): FormatEditor {
  // Tokens and bytes of documents that were read here; a document from elsewhere is parsed again.
  const sources = new WeakMap<Document, { parsed: () => Parsed; bytes: Uint8Array }>();
  const sourceOf = (document: Document): { parsed: () => Parsed; bytes: Uint8Array } =>
    sources.get(document) ?? {
      parsed: () => grammar.parse(bare(document)),
      bytes: encode(document.text, document.bom),
    };
  const readAs =
    (top: Document['top']): FormatEditor['read'] =>
    (bytes, name, format) => {
      const source = { ...decode(bytes, name), name, format, top };
      let known: Parsed | undefined;
      const parsed = (): Parsed => (known ??= grammar.parse(source));
      const quick = grammar.readValues?.(source, () => rootOf(parsed()));
      const document = quick ?? parsed().document;
      sources.set(document, { parsed, bytes });
      return document;
    };
  return {
    read: readAs('map'),
    readList: readAs('list'),
    edit(document, edits): EditResult {
      const { parsed, bytes } = sourceOf(document);
      if (edits.length === 0) return { bytes, passes: [] };
      const result = editDocument(grammar, parsed(), edits);
      return { bytes: result.bytes ?? bytes, passes: result.passes };
    },
  };
}

/** What a document was read from. */
function bare({ format, name, text, bom, eol, top }: Document): Omit<Document, 'root'> {
  return { format, name, text, bom, eol, top };
}

function rootOf({ document: { root } }: Parsed): Node {
  return root ?? { kind: 'map', start: 0, end: 0, entries: [] };
}
