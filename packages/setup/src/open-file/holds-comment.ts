import { equalsJson, isJsonList, isJsonMap, sourceOf, type Json, type Node } from '@modelrack/config-edit';
import type { OpenFile } from './draft.ts';

/** Strings, and what begins a comment outside of them. */
const hash = { strings: /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g, comment: /#/ };
const slashes = { strings: /"(?:[^"\\]|\\.)*"/g, comment: /\/[/*]/ };
// In plain text a quote or a hash means nothing but at the beginning of a word.
const blankAndHash = { strings: /(?<![^\s,[{])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/g, comment: /(?<!\S)#/ };
const signs = { json: slashes, jsonc: slashes, toml: hash, yaml: blankAndHash };

export function holdsComment({ document }: OpenFile, node: Node): boolean {
  if (document.isPlain === true) return false;
  const { strings, comment } = signs[document.format];
  return comment.test(sourceOf(document, node).replaceAll(strings, ''));
}

/** Of lists of one length and of maps only what differs is written; all else is written anew, and its comments go. */
export function losesComment(file: OpenFile, node: Node, value: Json): boolean {
  if (node.kind === 'list' && isJsonList(value) && value.length === node.items.length) {
    return node.items.some((item, index) => losesComment(file, item, value[index] ?? null));
  }
  if (node.kind === 'map' && isJsonMap(value)) {
    return node.entries.some(({ key, value: part }) => {
      const wanted = value[key];
      return wanted === undefined ? holdsComment(file, part) : losesComment(file, part, wanted);
    });
  }
  return node.kind !== 'scalar' && !equalsJson(node, value) && holdsComment(file, node);
}
