/** What people type behind the slash: it begins every name of ours. */
export const prefix = 'm-';
const longest = 64;

/**
 * Names for models, as they can be typed in a tool and be the name of a file: nothing but lower-case letters, digits,
 * dots and dashes. Family first (`m-sonnet-4.5`), a second name without the first dash where a number follows it
 * (`m-gpt5-mini`), the provider only where two models would share a name. A model whose id has no such sign gets none.
 */
export function entryNames(ids: readonly string[], isTaken: (name: string) => boolean): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (name: string, id: string) => {
    const full = `${prefix}${name}`;
    if (name !== '' && full.length <= longest && !names.has(full) && !isTaken(full)) names.set(full, id);
  };
  const sorted = ids.toSorted();
  const counts = new Map<string, number>();
  for (const id of sorted) counts.set(familyFirst(id), (counts.get(familyFirst(id)) ?? 0) + 1);
  // A bare name is the name of a tier: nobody else gets it.
  for (const id of sorted.filter(isAlias)) add(familyFirst(id), id);
  const full = sorted.filter((id) => !isAlias(id));
  for (const id of full) {
    const name = familyFirst(id);
    const provider = signsOf(id.slice(0, id.lastIndexOf('/')));
    const isAlone = counts.get(name) === 1;
    add(isAlone || provider === '' || name === '' ? name : `${name}-${provider}`, id);
  }
  // After all first names: a second one never takes a first one away.
  for (const [name, id] of new Map(names)) add(glued(name.slice(prefix.length)), id);
  return names;
}

function isAlias(id: string): boolean {
  return !id.includes('/');
}

/** `anthropic/claude-sonnet-4.5`, `anthropic/claude-4.5-sonnet` -> `sonnet-4.5`. */
function familyFirst(id: string): string {
  const name = signsOf(id.slice(id.lastIndexOf('/') + 1));
  const [, rest] = /^claude-(.+)$/.exec(name) ?? [];
  if (rest === undefined) return name;
  return rest.replace(/^(\d[\d.]*)-([a-z]+)/, '$2-$1');
}

function signsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
}

/** `gpt-5-mini` -> `gpt5-mini`; the same where there is nothing to glue. */
function glued(name: string): string {
  return name.replace(/^([a-z]+)-(?=\d)/, '$1');
}
