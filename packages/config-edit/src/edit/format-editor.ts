import { decode } from '../document/decode.ts';
import type { Parsed } from '../document/parsed.ts';
import type { Document, EditResult, FormatEditor } from '../types.ts';
import { editDocument } from './edit-document.ts';
import type { Grammar } from './grammar.ts';
import { encode } from '../document/decode.ts';

/** Binds a grammar to the steps that are the same for every format. */
export function formatEditor(grammar: Grammar): FormatEditor {
  // Tokens and bytes of documents that were read here; a document from elsewhere is parsed again.
  const sources = new WeakMap<Document, { parsed: Parsed; bytes: Uint8Array }>();
  const sourceOf = (document: Document): { parsed: Parsed; bytes: Uint8Array } =>
    sources.get(document) ?? { parsed: grammar.parse(document), bytes: encode(document.text, document.bom) };
  const readAs =
    (top: Document['top']): FormatEditor['read'] =>
    (bytes, name, format) => {
      const parsed = grammar.parse({ ...decode(bytes, name), name, format, top });
      sources.set(parsed.document, { parsed, bytes });
      return parsed.document;
    };
  return {
    read: readAs('map'),
    readList: readAs('list'),
    edit(document, edits): EditResult {
      const { parsed, bytes } = sourceOf(document);
      const result = editDocument(grammar, parsed, edits);
      return { bytes: result.bytes ?? bytes, passes: result.passes };
    },
  };
}
