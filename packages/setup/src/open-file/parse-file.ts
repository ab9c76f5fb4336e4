import { loadEditor, positionOf, type Document } from '@modelrack/config-edit';
import { RackError } from '@modelrack/errors';
import type { FileSpec } from '@modelrack/tool-kit';
import { blockComment, trailingComma } from './unread-syntax.ts';

/**
 * A file of a tool, read as strictly as the tool reads it.
 * @throws RackError `file-invalid` with the place: the format or the tool does not know what stands there
 */
export async function parseFile(spec: FileSpec, bytes: Uint8Array, path: string): Promise<Document> {
  const document = await readDocument(spec, bytes, path);
  if ((spec.strict === true || spec.noByteOrderMark === true) && document.bom) {
    throw new RackError('file-invalid', 'the file begins with a byte-order mark, which its tool does not read', {
      path,
      line: 1,
      column: 1,
      hint: 'save it without one',
    });
  }
  refuseUnread(document, spec, path);
  return document;
}

/** The same by the rules of the format alone. */
export async function readDocument(spec: FileSpec, bytes: Uint8Array, path: string): Promise<Document> {
  const editor = await loadEditor(spec.format);
  const read = spec.top === 'list' ? editor.readList : editor.read;
  return read(bytes, path, spec.format);
}

/** What the format knows and the tool does not read. */
function refuseUnread(document: Document, spec: FileSpec, path: string): void {
  if (document.isPlain === true) return;
  const comma = spec.noTrailingComma === true ? trailingComma(document.text) : undefined;
  const comment = spec.noBlockComments === true ? blockComment(document.text) : undefined;
  const found = comma ?? comment;
  if (found === undefined) return;
  const what = comma === undefined ? 'a comment in slashes and stars' : 'a comma before a closing bracket';
  throw new RackError('file-invalid', `${what}, which the tool does not read`, {
    path,
    ...positionOf(document, found),
    hint: `remove the ${comma === undefined ? 'comment' : 'comma'}, then run again`,
  });
}
