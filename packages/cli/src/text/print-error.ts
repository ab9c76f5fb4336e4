import type { RackError } from '@modelrack/errors';
import type { ToolProblem } from '@modelrack/setup';
import type { Colours } from './colours.ts';
import { oneLine } from '@modelrack/text';
import { shortPath, shortPaths } from './short-path.ts';

/** What failed, where, what to do. */
export function errorText(
  error: Partial<Place> & { readonly message: string; readonly hint?: string | null | undefined },
  { colours, home }: { readonly colours: Colours; readonly home: string },
): string {
  const place = placeOf(error);
  const parts = [`${colours.red('error:')} ${oneLine(shortPaths(error.message, home))}`];
  if (place !== undefined) parts.push(`  ${colours.dim('at')} ${oneLine(shortPath(place, home))}`);
  if (error.hint) parts.push(`  ${colours.dim('->')} ${oneLine(shortPaths(error.hint, home))}`);
  return `${parts.join('\n')}\n`;
}

interface Place {
  readonly path: string | null | undefined;
  readonly line: number | null | undefined;
  readonly column: number | null | undefined;
}

/** `file:line:column`, as editors and terminals understand it. */
export function placeOf(error: Partial<Place>): string | undefined {
  if (!error.path) return undefined;
  if (!error.line) return error.path;
  return error.column ? `${error.path}:${error.line}:${error.column}` : `${error.path}:${error.line}`;
}

/** An error as JSON documents hold it. */
export function problemOf(error: RackError): ToolProblem {
  return {
    code: error.code,
    message: oneLine(error.message),
    path: error.path ?? null,
    line: error.line ?? null,
    column: error.column ?? null,
    hint: error.hint ?? null,
  };
}
