import { isRackError } from '@modelrack/errors';
import { askList } from './ask-list.ts';
import type { ListAnswer, ListContext } from './list-answer.ts';
import { safeLine } from '../answers/explain-answer.ts';
import { nextPage } from './next-page.ts';
import { readId } from '../rows/read-id.ts';
import { providerWarnings } from '../read-model-list.ts';
import { readRows } from '../rows/read-rows.ts';
import type { RawRow } from '../rows/read-rows.ts';

const maxPages = 50;

export interface Pages {
  readonly rows: readonly RawRow[];
  readonly warnings: readonly string[];
  readonly isPartial: boolean;
  /** It came as one page, and complete. */
  readonly isOnePage: boolean;
}
export interface PagesRequest {
  readonly first: Extract<ListAnswer, { kind: 'page' }>;
  readonly context: ListContext;
  /** For all pages together. */
  readonly maxBytes: number;
  /** Milliseconds left. */
  left(): number;
  onPage(text: string): void;
}

/** Follows a list from its first page to its end. What fails after the first page makes the list partial; only an interruption is thrown. */
export async function fetchPages(asked: PagesRequest): Promise<Pages> {
  const rows: RawRow[] = [];
  const ids = new Set<string>();
  const cursors = new Set<string>();
  const warnings = new Set<string>();
  let { body, response } = asked.first;
  let bytes = 0;
  const finish = (problem?: string): Pages => {
    const isPartial = problem !== undefined || warnings.size > 0;
    const isOnePage = cursors.size === 0 && !isPartial;
    return { rows, warnings: problem === undefined ? [...warnings] : [...warnings, problem], isPartial, isOnePage };
  };

  for (let page = 1; ; page += 1) {
    const added = readRows(body);
    // Not spread: a list of 130,000 rows does not fit into the arguments of a call.
    for (const row of added) rows.push(row);
    bytes += response.body.length;
    for (const warning of providerWarnings(body)) warnings.add(safeLine(warning, asked.context.key));
    const isNew = addIds(ids, added);
    const next = nextPage(body, response.url);
    // Some servers give a cursor even when nothing follows.
    if (next.kind === 'end' || (added.length === 0 && page > 1)) return finish();
    if (next.kind === 'lost') return finish('the list goes on, but the gateway does not say where');
    if (cursors.has(next.url) || (!isNew && page > 1)) return finish('the gateway repeats its pages');
    if (page === maxPages) return finish(`the list has more than ${maxPages} pages`);
    if (asked.left() <= 0) return finish(`there was no time for page ${page + 1} of the list`);
    cursors.add(next.url);
    asked.onPage(`${ids.size} models so far, asking for page ${page + 1}`);
    const answer = await askPage(next.url, asked, asked.maxBytes - bytes);
    if (typeof answer === 'string') return finish(`page ${page + 1} of the list failed: ${answer}`);
    ({ body, response } = answer);
  }
}

async function askPage(url: string, asked: PagesRequest, maxBytes: number): Promise<PageOrProblem> {
  try {
    const answer = await askList({ url, total: asked.left(), maxBytes, etag: undefined }, asked.context);
    if (answer.kind === 'failure') return answer.error.message;
    if (answer.kind === 'not-modified') return 'an answer without a list';
    // Throws for an answer that holds none.
    readRows(answer.body);
    return answer;
  } catch (error) {
    if (isRackError(error) && error.code !== 'interrupted') return error.message;
    throw error;
  }
}

type PageOrProblem = Extract<ListAnswer, { kind: 'page' }> | string;

function addIds(ids: Set<string>, rows: readonly RawRow[]): boolean {
  const before = ids.size;
  for (const row of rows) ids.add(readId(row) ?? '');
  return ids.size > before;
}
