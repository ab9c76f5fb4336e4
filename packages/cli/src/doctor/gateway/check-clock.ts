import { statSync } from 'node:fs';
import { openResponse } from '@modelrack/http';
import { isRackError } from '@modelrack/errors';
import type { Machine } from '@modelrack/setup';
import { duration } from '@modelrack/text';
import { listFile } from '../../lists/cached-list.ts';
import type { ModelList } from '../../lists/model-list.ts';
import type { Context } from '../../world/context.ts';
import { attempt, warning, type Finding } from '../finding.ts';

/** A clock this far off breaks certificates, and hooks that refresh by age. */
const most = 5 * 60_000;

/** When the last list was written; asked before a new one is. */
export function listTime(machine: Machine, connection: string): number | undefined {
  return statSync(listFile(machine, connection), { throwIfNoEntry: false })?.mtimeMs;
}

/** This machine's clock against the gateway's, and against what was written here before. */
export async function checkClock(
  context: Context,
  list: ModelList,
  written: number | undefined,
): Promise<readonly Finding[]> {
  const machine = await context.machine();
  const now = machine.now().getTime();
  const theirs = list.catalog.source === 'cache' ? undefined : await dateOf(context, list);
  if (theirs !== undefined && Math.abs(theirs - now) > most) {
    const side = theirs > now ? 'behind' : 'ahead of';
    return [
      clockFinding(
        `the clock of this machine is ${duration(Math.abs(theirs - now))} ${side} the gateway's`,
        theirs,
        now,
      ),
    ];
  }
  if (written === undefined || written - now <= most) return [];
  return [clockFinding('the last list was written in the future: the clock was set back since', written, now)];
}

function clockFinding(message: string, theirs: number, now: number): Finding {
  return warning(['clock', 'modelrack'], message, {
    evidence: `${new Date(theirs).toISOString()} against ${new Date(now).toISOString()}`,
    hint: 'set the clock, preferably with a time service; then run: modelrack refresh',
    fix: 'modelrack refresh',
  });
}

async function dateOf({ world }: Context, { catalog, target }: ModelList): Promise<number | undefined> {
  const opened = await attempt(() =>
    openResponse({
      method: 'GET',
      url: `${catalog.apiRoot}/models`,
      headers: {
        accept: 'application/json',
        'user-agent': 'modelrack',
        ...(target.key === '' ? {} : { authorization: `Bearer ${target.key}` }),
      },
      variables: world.variables,
      timeouts: { connect: 3000, total: 5000 },
    }),
  );
  if (isRackError(opened)) return undefined;
  opened.close();
  const date = Date.parse(opened.headers['date'] ?? '');
  return Number.isNaN(date) ? undefined : date;
}
