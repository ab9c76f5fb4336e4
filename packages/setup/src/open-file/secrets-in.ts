import { sourceOf, type Document, type Node } from '@modelrack/config-edit';
import type { FileSpec } from '@modelrack/tool-kit';
import { isReference, isSecretName } from '../secrets/mask-secrets.ts';
import { readDocument } from './parse-file.ts';

/** `NAME=value`, `Name: value` and `--name value` inside a text. */
const told = /(?:([\w.-]+)\s*[:=]\s*|--?([\w-]+)\s+)(?:(?:Bearer|Basic)\s+)?("[^"]*"|'[^']*'|[^\s"',;]+)/g;
const flag = /^--?([\w-]+)$/;

/**
 * The texts in a file that stand under the name of a secret, however they are spelled; none of a file that cannot be
 * read. A text under a list or map of that name is one too.
 */
export async function secretsIn(spec: FileSpec, text: string | undefined, path: string): Promise<readonly string[]> {
  if (text === undefined) return [];
  try {
    const document = await readDocument(spec, new TextEncoder().encode(text), path);
    const found = new Set<string>();
    if (document.root !== undefined) collect({ document, found }, document.root, spec.keyStore === true);
    return [...found];
  } catch {
    return [];
  }
}

interface Collecting {
  readonly document: Document;
  readonly found: Set<string>;
}

function collect(into: Collecting, node: Node, isSecret: boolean): void {
  if (node.kind === 'map') {
    for (const { key, value } of node.entries) collect(into, value, isSecret || isSecretName(key));
    return;
  }
  if (node.kind === 'list') {
    for (const [index, item] of node.items.entries()) {
      collect(into, item, isSecret || isFlagOfSecret(node.items[index - 1]));
    }
    return;
  }
  if (typeof node.value !== 'string') return;
  if (isSecret) add(into, node.value, sourceOf(into.document, node));
  else for (const secret of toldIn(node.value)) add(into, secret, secret);
}

/** As in `["--api-key", "…"]`. */
function isFlagOfSecret(before: Node | undefined): boolean {
  const name = before?.kind === 'scalar' && typeof before.value === 'string' ? flag.exec(before.value)?.[1] : undefined;
  return name !== undefined && isSecretName(name);
}

function toldIn(text: string): string[] {
  return [...text.matchAll(told)].flatMap(([, name, option = '', value = '']) =>
    isSecretName(name ?? option) ? [unquoted(value)] : [],
  );
}

/** As it is read, and as it is written: over several lines, with escapes. */
function add({ found }: Collecting, value: string, source: string): void {
  if (isReference(value)) return;
  const lines = [...value.split('\n'), ...source.split('\n').map(unquoted)].map((line) => line.trim());
  for (const line of lines) if (/\w/.test(line) && !isReference(line)) found.add(line);
}

function unquoted(text: string): string {
  return text.trim().replaceAll(/^["']+|["']+$/g, '');
}
