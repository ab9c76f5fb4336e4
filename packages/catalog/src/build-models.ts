import { aliasesAmong } from './aliases-among.ts';
import { lesserOf, textAt } from './json-value.ts';
import type { JsonRecord } from '@modelrack/json';
import { orderModels } from './order-models.ts';
import { readAbilities } from './read-abilities.ts';
import { readId } from './read-id.ts';
import { readKind } from './read-kind.ts';
import { isCallable, isDeprecated } from './read-lifecycle.ts';
import { readName } from './read-name.ts';
import { readOutputLimit } from './read-output-limit.ts';
import type { RawRow } from './read-rows.ts';
import { readTargets } from './read-targets.ts';
import { readWindow } from './read-window.ts';
import { cleanText, isSafe, spellOut } from '@modelrack/text';
import type { Draft } from './draft.ts';
import { mergeDrafts } from './draft.ts';
import type { Model, SkippedRow } from './types.ts';

export interface BuildOptions {
  /** For dates at which a model ends. */
  readonly now: Date;
  /** Names of tiers beside `lite`, `plus` and `ultra`. */
  readonly aliases?: readonly string[] | undefined;
  /** The key that was sent: an id that holds it is refused, in names it is masked. */
  readonly secret?: string | undefined;
}
export interface BuiltModels {
  readonly models: ReadonlyMap<string, Model>;
  readonly skipped: readonly SkippedRow[];
}

// Paths of files are the longest honest ids. One beyond would keep whole files from being written.
const longestId = 4096;
// A label, not a text.
const longestName = 500;
// A key as short as this may well be a part of an honest id (`demo`).
const shortSecret = 8;

/** Turns the rows of all pages into models, in the contract's order. The order of the rows does not matter. */
export function buildModels(rows: readonly RawRow[], options: BuildOptions): BuiltModels {
  const drafts = new Map<string, Draft>();
  const skipped: SkippedRow[] = [];
  const hide = hider(options.secret);
  for (const row of rows) {
    const id = readId(row);
    const why = refusal(id, row.fields, options.now) ?? (id === hide(id) ? undefined : 'unsafe-id');
    if (id === undefined || why !== undefined) {
      skipped.push({ id: spellOut(hide(id) ?? ''), why: why ?? 'no-id' });
      continue;
    }
    const draft = draftOf(id, row.fields, hide);
    const former = drafts.get(id);
    if (former !== undefined) skipped.push({ id, why: 'repeated' });
    drafts.set(id, former === undefined ? draft : mergeDrafts(former, draft));
  }
  const aliases = aliasesAmong([...drafts.values()], options.aliases ?? []);
  const models = [...drafts.values()].map((draft) => modelOf(draft, drafts, aliases));
  return { models: new Map(orderModels(models).map((model) => [model.id, model])), skipped: skipped.toSorted(bySkip) };
}

type Hide = <T extends string | undefined>(text: T) => T | string;

function hider(secret: string | undefined): Hide {
  if (secret === undefined || secret.length < shortSecret) return (text) => text;
  return (text) => text?.replaceAll(secret, '***') ?? text;
}

function refusal(id: string | undefined, fields: JsonRecord, now: Date): SkippedRow['why'] | undefined {
  if (id === undefined) return 'no-id';
  if (id.length > longestId || !isSafe(id)) return 'unsafe-id';
  if (id.includes('*')) return 'wildcard';
  return isCallable(fields, now) ? undefined : 'not-callable';
}

function draftOf(id: string, fields: JsonRecord, hide: Hide): Draft {
  const kind = readKind(fields, id);
  const window = readWindow(fields, id);
  return {
    id,
    name: hide(nameOf(fields, id)),
    kind,
    window,
    maxOutput: readOutputLimit(fields, { kind, window }),
    owner: hide(cleanText(textAt(fields, 'owned_by') ?? '')) || undefined,
    parent: textAt(fields, 'parent'),
    targets: readTargets(fields).filter((target) => target === hide(target)),
    isDeprecated: isDeprecated(fields),
    ...readAbilities(fields),
  };
}

function nameOf(fields: JsonRecord, id: string): string {
  const name = readName(fields, id);
  return name.length > longestName ? id : name;
}

function modelOf(draft: Draft, drafts: ReadonlyMap<string, Draft>, aliases: ReadonlySet<string>): Model {
  const { id, name, kind, tools, reasoning, vision } = draft;
  const form = aliases.has(id) ? 'alias' : 'full';
  const contextWindow = windowOf(draft, drafts);
  const prefix = form === 'full' ? id.slice(0, Math.max(0, id.indexOf('/'))) : '';
  return {
    id,
    form,
    kind,
    name,
    contextWindow,
    maxOutput: draft.maxOutput === undefined ? undefined : lesserOf(draft.maxOutput, contextWindow),
    provider: prefix || draft.owner,
    resolvesTo: draft.targets,
    tools,
    reasoning,
    vision,
    deprecated: draft.isDeprecated,
  };
}

/** vLLM: an adapter has no window of its own, its `parent`'s counts. */
function windowOf(draft: Draft, drafts: ReadonlyMap<string, Draft>): number | undefined {
  const seen = new Set<string>();
  let current: Draft | undefined = draft;
  while (current !== undefined && !seen.has(current.id)) {
    if (current.window !== undefined) return current.window;
    seen.add(current.id);
    current = current.parent === undefined ? undefined : drafts.get(current.parent);
  }
  return undefined;
}

function bySkip(a: SkippedRow, b: SkippedRow): number {
  const left = `${a.id}\n${a.why}`;
  const right = `${b.id}\n${b.why}`;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
