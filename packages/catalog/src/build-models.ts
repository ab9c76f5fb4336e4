import { aliasesAmong } from './aliases-among.ts';
import { lesserOf, textAt } from './json-value.ts';
import type { JsonRecord } from '@modelrack/json';
import { orderModels } from './order-models.ts';
import { readAbilities } from './rows/read-abilities.ts';
import { readId } from './rows/read-id.ts';
import { readKind } from './rows/read-kind.ts';
import { isCallable, isDeprecated } from './rows/read-lifecycle.ts';
import { readName } from './rows/read-name.ts';
import { readOutputLimit } from './rows/read-output-limit.ts';
import type { RawRow } from './rows/read-rows.ts';
import { readTargets } from './rows/read-targets.ts';
import { readPrice } from './rows/read-price.ts';
import { readWindow } from './rows/read-window.ts';
import { flatten } from './rows/row.ts';
import type { Row } from './rows/row.ts';
import { cleanText, isSafe, spellOut } from '@modelrack/text';
import type { Draft } from './rows/draft.ts';
import { factsOf, mergeDrafts } from './rows/draft.ts';
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
    const stated = flatten(row.fields);
    const why =
      refusal(id, { fields: row.fields, row: stated, now: options.now }) ?? (id === hide(id) ? undefined : 'unsafe-id');
    if (id === undefined || why !== undefined) {
      skipped.push({ id: spellOut(hide(id) ?? ''), why: why ?? 'no-id' });
      continue;
    }
    const draft = draftsOf(id, row, hide).reduce(mergeDrafts);
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

interface Stated {
  readonly fields: JsonRecord;
  readonly row: Row;
}

function refusal(id: string | undefined, { fields, row, now }: Stated & { now: Date }): SkippedRow['why'] | undefined {
  if (id === undefined) return 'no-id';
  if (id.length > longestId || !isSafe(id)) return 'unsafe-id';
  if (id.includes('*')) return 'wildcard';
  return isCallable(fields, { row, now }) ? undefined : 'not-callable';
}

/** One for each deployment, if the server tells of some; what the list itself states comes first. */
function draftsOf(id: string, { fields, more = [{}] }: RawRow, hide: Hide): Draft[] {
  const stated = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const rows = more.map((told) => ({ ...told, ...stated }));
  return rows.map((whole) => draftOf(id, { fields: whole, row: flatten(whole) }, hide));
}

function draftOf(id: string, { fields, row }: Stated, hide: Hide): Draft {
  const kind = readKind(row, id);
  const window = readWindow(fields, { row, id });
  return {
    id,
    name: hide(nameOf(fields, id)),
    kind,
    window,
    maxOutput: readOutputLimit(row, { kind, window }),
    owner: hide(cleanText(textAt(fields, 'owned_by') ?? '')) || undefined,
    parent: textAt(fields, 'parent'),
    targets: readTargets(fields).filter((target) => target === hide(target)),
    isDeprecated: isDeprecated(row),
    ...readAbilities(fields, row),
    price: readPrice(fields, row),
  };
}

function nameOf(fields: JsonRecord, id: string): string {
  const name = readName(fields, id);
  return name.length > longestName ? id : name;
}

function modelOf(draft: Draft, drafts: ReadonlyMap<string, Draft>, aliases: ReadonlySet<string>): Model {
  const { id, name, kind } = draft;
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
    ...factsOf(draft),
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
