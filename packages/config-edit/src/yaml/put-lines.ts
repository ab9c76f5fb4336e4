import { indentAt } from '../document/trivia.ts';
import type { ListDraft, MapDraft } from '../edit/draft.ts';
import type { Planning } from './planning.ts';
import { insertAt } from './planning.ts';
import { unitEnd } from './units.ts';
import { linesAt } from './write/write-yaml.ts';
import type { YamlNode } from './yaml-nodes.ts';

/** Where the contents of a map or list go that has none. */
export interface Site {
  readonly offset: number;
  readonly column: number;
  /** They begin on the line of their dash. */
  readonly isCompact: boolean;
}

/** Below the key and the comments there, or behind the dash. */
export function siteBelow({ parsed, habits }: Planning, { slot, end }: YamlNode, kind: 'map' | 'list'): Site {
  if (slot.kind === 'item') return { offset: slot.head, column: slot.column + 2, isCompact: true };
  const { text } = parsed.document;
  const offset = unitEnd(text, end, { column: slot.column, isEven: false });
  const usual = slot.column + (kind === 'map' ? habits.unit : habits.dash);
  return { offset, column: commentColumn(text, { from: end, to: offset }) ?? usual, isCompact: false };
}

export function putLines(planning: Planning, site: Site, draft: MapDraft | ListDraft): void {
  const lines = linesAt(draft, site.column, planning.habits);
  insertAt(planning, site.offset, site.isCompact ? ` ${lines.trimStart()}` : planning.habits.eol + lines);
}

/** What was commented out tells how deep it stood. */
function commentColumn(text: string, { from, to }: { from: number; to: number }): number | undefined {
  if (!text.slice(from, to).includes('\n')) return undefined;
  const indent = indentAt(text, to);
  return indent.includes('\t') ? undefined : indent.length;
}
