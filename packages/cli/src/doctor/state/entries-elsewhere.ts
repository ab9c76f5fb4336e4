import { withoutV1 } from '@modelrack/catalog';
import type { Json } from '@modelrack/config-edit';
import type { Examination } from '@modelrack/setup';
import { displayUrl } from '@modelrack/http';
import { failure, type Finding } from '../finding.ts';
import { mainPathOf, named } from './model-findings.ts';
import { againLine, type Subject } from './subject.ts';

/** Entries of our models that hold another address: by it they count as the user's own, and no refresh takes them back. */
export function entriesElsewhere(subject: Subject, { outcome, files }: Examination): readonly Finding[] {
  const { added, protected: kept } = outcome.models;
  const ids = new Set([...added, ...kept.filter(({ why }) => why === 'edited').map(({ id }) => id)]);
  const { apiRoot } = subject.connection;
  const ours = [apiRoot, withoutV1(apiRoot) ?? apiRoot];
  const found = files.flatMap(({ value }) => entriesIn(value, ids)).filter(({ url }) => !ours.includes(rootOf(url)));
  const [first] = found;
  if (first === undefined) return [];
  const models = [...new Set(found.map(({ id }) => id))];
  const message = `the entries of ${named(models)} lead to ${displayUrl(first.url)}, and the connection to ${apiRoot}`;
  return [
    failure(['stale', subject.tool.id], message, {
      code: 'file-shape',
      path: mainPathOf(files),
      fix: againLine(subject, models),
      hint: 'remove these entries from the file first if you do not need them as they are',
    }),
  ];
}

/** Some tools want the route behind it. */
function rootOf(url: string): string {
  return url.replace(/(?:\/chat\/completions)?\/*$/, '');
}

function entriesIn(value: Json | undefined, ids: ReadonlySet<string>): readonly { id: string; url: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = Object.values(value);
  const id = fields.find((field) => typeof field === 'string' && ids.has(field));
  const url = fields.find((field) => typeof field === 'string' && /^https?:\/\//.test(field) && URL.canParse(field));
  if (typeof id === 'string' && typeof url === 'string') return [{ id, url }];
  return fields.flatMap((field: Json) => entriesIn(field, ids));
}
