import type { FileOutcome } from '../machine/types.ts';
import { secretsIn } from '../open-file/secrets-in.ts';
import { maskSecrets } from '../secrets/mask-secrets.ts';

/** Unified diff of one file, secrets masked; empty if nothing changes. */
export async function diffOf(file: FileOutcome, secrets: readonly string[] = []): Promise<string> {
  if (file.before === file.after) return '';
  const from = file.before === undefined ? '/dev/null' : file.path;
  const to = file.after === undefined ? '/dev/null' : file.path;
  // Nobody judges a program of ours by its lines.
  if (file.spec === undefined && /\.c?js$/.test(file.path) && (file.after ?? file.before ?? '').length > 4000) {
    return `--- ${from}\n+++ ${to}\n@@ a program of modelrack's own @@\n`;
  }
  const { createTwoFilesPatch } = await import('diff');
  const patch = createTwoFilesPatch(from, to, file.before ?? '', file.after ?? '', undefined, undefined, {
    context: 2,
  });
  // The library begins with a ruler, and a name, that no diff needs.
  const text = patch.replace(/^(?:Index: .*\n)?=+\n/, '').replaceAll('\r', '');
  const { spec } = file;
  if (spec === undefined) return text;
  const found = await Promise.all([file.before, file.after].map((one) => secretsIn(spec, one, file.path)));
  return maskSecrets(text, [...secrets, ...found.flat()]);
}
