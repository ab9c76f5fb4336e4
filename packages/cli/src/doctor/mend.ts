import { chmodSync } from 'node:fs';
import { isRackError } from '@modelrack/errors';
import { applyRun, type RunRequest } from '@modelrack/setup';
import { keyIfKnown } from '../connections/saved-connections.ts';
import { lastList } from '../lists/cached-list.ts';
import type { Context } from '../world/context.ts';
import type { Diagnosis, Examined } from './diagnose.ts';
import { attempt, type Mend } from './finding.ts';

const words = { setup: 'set up again', refresh: 'refreshed' } as const;

/** Puts right what is safe to put right unasked; says what it did, a line each. */
export async function mendAll(context: Context, { findings, examined }: Diagnosis): Promise<readonly string[]> {
  const mends = findings.flatMap(({ mend, severity }) => (mend === undefined || severity === 'info' ? [] : [mend]));
  const done = mends.flatMap(closeMode);
  for (const one of examined) {
    for (const kind of ['setup', 'refresh'] as const) {
      const wanted = mends.flatMap((mend) =>
        mend.kind === kind && mend.connection === one.connection.name ? [mend.tool] : [],
      );
      if (wanted.length > 0) done.push(...(await writeTools(context, one, { kind, wanted: new Set(wanted) })));
    }
  }
  return done;
}

function closeMode(mend: Mend): readonly string[] {
  if (mend.kind !== 'mode') return [];
  try {
    chmodSync(mend.path, mend.mode);
    return [`${mend.path}: its mode is ${mend.mode.toString(8).padStart(4, '0')} now`];
  } catch {
    return [];
  }
}

interface Asked {
  readonly kind: 'setup' | 'refresh';
  readonly wanted: ReadonlySet<string>;
}

/** What a refresh or another set-up would do, from the list of this moment only. Nothing is taken over. */
async function writeTools(context: Context, one: Examined, { kind, wanted }: Asked): Promise<readonly string[]> {
  const { connection, list, tools } = one;
  if (list === undefined || list.catalog.source === 'cache' || list.catalog.models.size === 0) {
    return [`${[...wanted].join(', ')}: not rewritten, since the gateway could not be asked`];
  }
  const machine = await context.machine();
  const request: RunRequest = {
    command: kind,
    connection,
    key: await keyIfKnown(context, connection),
    catalog: list.catalog,
    tools: tools.filter(({ id }) => wanted.has(id)).map((tool) => ({ tool, isNamed: true })),
    takeOver: false,
    allowShrink: false,
    project: false,
    configFile: undefined,
    wire: (wire) => list.wire(wire),
    companions: { listOf: (name) => lastList(machine, name) },
  };
  const run = await attempt(() => applyRun(machine, request));
  if (isRackError(run)) return [`${[...wanted].join(', ')}: ${run.message}`];
  return run.tools.map(({ tool, status, error }) =>
    error === null ? `${tool}: ${words[kind]} (${status})` : `${tool}: ${error.message}`,
  );
}
