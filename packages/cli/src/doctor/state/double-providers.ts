import { isJsonMap, type Json } from '@modelrack/config-edit';
import { withoutV1 } from '@modelrack/catalog';
import type { Examination } from '@modelrack/setup';
import { warning, type Finding } from '../finding.ts';
import type { Subject } from './subject.ts';

/** Another entry beside ours leads to the same gateway: its models show twice. */
export function doubleFindings(subject: Subject, { files }: Examination): readonly Finding[] {
  const { apiRoot, name } = subject.connection;
  const urls = new Set([apiRoot, `${apiRoot}/`, withoutV1(apiRoot) ?? apiRoot]);
  return files.flatMap(({ path, value, placeOf }) =>
    twins(value, { name, urls }).map((key) => {
      const message = `"${key.at(-1)}" leads to the same gateway as "${name}": its models show twice`;
      return warning(['double', subject.tool.id], message, {
        path,
        ...placeOf(key),
        hint: 'remove one of the two from the file',
      });
    }),
  );
}

interface Ours {
  readonly name: string;
  readonly urls: ReadonlySet<string>;
}

/** Paths of entries beside ours that hold its address. */
function twins(value: Json | undefined, ours: Ours, above: readonly string[] = []): readonly string[][] {
  if (!isJsonMap(value)) return [];
  const entries = Object.entries(value);
  const isBeside = entries.some(([key, entry]) => key === ours.name && holdsUrl(entry, ours.urls));
  return entries.flatMap(([key, entry]) => {
    if (key === ours.name) return [];
    if (isBeside) return holdsUrl(entry, ours.urls) ? [[...above, key]] : [];
    return twins(entry, ours, [...above, key]);
  });
}

function holdsUrl(value: Json, urls: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return urls.has(value);
  return typeof value === 'object' && value !== null && Object.values(value).some((each) => holdsUrl(each, urls));
}
