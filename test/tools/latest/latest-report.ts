/** What became of one test of a tool's file. */
export interface Fact {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** The first line of what failed. */
  readonly why: string | undefined;
}

/** A tool of the list, and what a run with its newest release brought. */
export interface Outcome {
  readonly tool: string;
  readonly package: string;
  readonly verified: string;
  /** undefined: it could not be had; `reason` says why. */
  readonly newest: string | undefined;
  readonly reason: string | undefined;
  readonly facts: readonly Fact[];
}

export interface LatestRow {
  readonly tool: string;
  readonly package: string;
  readonly verified: string;
  readonly newest: string | null;
  readonly status: 'holds' | 'broke' | 'not-run';
  readonly checked: number;
  readonly broken: readonly { readonly fact: string; readonly why: string | null }[];
  readonly reason: string | null;
}

export interface LatestReport {
  readonly schema: 1;
  readonly tools: readonly LatestRow[];
}

/** As a machine reads it. A test that did not run says nothing of a release. */
export function latestReport(outcomes: readonly Outcome[]): LatestReport {
  return { schema: 1, tools: outcomes.map(rowOf) };
}

function rowOf({ facts, newest, reason, ...tool }: Outcome): LatestRow {
  const ran = facts.filter(({ state }) => state === 'passed' || state === 'failed');
  const broken = ran
    .filter(({ state }) => state === 'failed')
    .map(({ name, why }) => ({ fact: name, why: why ?? null }));
  const isChecked = newest !== undefined && ran.length > 0;
  const status = broken.length > 0 ? 'broke' : 'holds';
  return {
    ...tool,
    newest: newest ?? null,
    status: isChecked ? status : 'not-run',
    checked: ran.length,
    broken,
    reason: isChecked ? null : (reason ?? 'no test of it ran'),
  };
}

/** As people read it: a line for each tool, and one for each fact that broke. */
export function latestTable({ tools }: LatestReport): string {
  const lines = tools.map((row) => [row.tool, row.verified, row.newest ?? '-', verdictOf(row)]);
  const all = [['tool', 'verified', 'newest', 'facts'], ...lines];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const rendered = all.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return rendered
    .flatMap((line, index) => [line.trimEnd(), ...(tools[index - 1]?.broken ?? []).map(brokenLine)])
    .join('\n');
}

function verdictOf({ status, checked, broken, reason, verified, newest }: LatestRow): string {
  if (status === 'not-run') return `not run: ${reason}`;
  if (status === 'broke') return `${broken.length} of ${checked} broke`;
  return verified === newest ? `all ${checked} hold: nothing newer` : `all ${checked} hold`;
}

function brokenLine({ fact, why }: LatestRow['broken'][number]): string {
  return `    ${fact}${why === null ? '' : `: ${why}`}`;
}
