import type { Draft } from './rows/draft.ts';
import { presetTiers } from './preset-tiers.ts';

const ownersOfAliases = new Set(['alias', 'router']);

/**
 * The ids that name a tier instead of one model: stated by the row, a known or configured name, or, in a list
 * that has ids with a slash, a bare chat id whose owner is not an organisation that also owns such ids.
 */
export function aliasesAmong(drafts: readonly Draft[], configured: readonly string[]): ReadonlySet<string> {
  const names = new Set([...presetTiers, ...configured]);
  const pinned = drafts.filter(({ id }) => id.includes('/'));
  const organisations = new Set(pinned.flatMap(({ id, owner }) => [fold(id.split('/', 1)[0]), fold(owner)]));
  const isAlias = ({ id, kind, owner, targets }: Draft): boolean => {
    if (targets.length > 0 || names.has(id) || ownersOfAliases.has(fold(owner))) return true;
    if (pinned.length === 0 || kind !== 'chat' || id.includes('/')) return false;
    return owner === undefined || !organisations.has(fold(owner));
  };
  return new Set(drafts.filter(isAlias).map(({ id }) => id));
}

function fold(text: string | undefined): string {
  return (text ?? '').toLowerCase();
}
