import { refusesKey, wantsKey, type Wire } from '@modelrack/catalog';
import { isRackError, type RackError } from '@modelrack/errors';
import { count } from '@modelrack/text';
import type { Target } from '../../connections/target.ts';
import { sourceOf, type ModelList } from '../../lists/model-list.ts';
import { keptList, readList } from '../../lists/read-list.ts';
import type { ConnectionOptions, Context } from '../../world/context.ts';
import { attempt, failure, fine, unchecked, warning, type Finding } from '../finding.ts';
import { checkClock, listTime } from './check-clock.ts';
import { checkWires } from './check-wires.ts';
import { explainFailure } from './explain-failure.ts';
import { explainAddress } from './find-root.ts';

export interface GatewayReport {
  readonly findings: readonly Finding[];
  /** Live or, with a note, the last one; undefined: there never was one. */
  readonly list: ModelList | undefined;
}

interface Asked {
  readonly target: Target;
  readonly options: ConnectionOptions;
  /** Ids of set-up tools, by the wire that they need. */
  readonly needs: ReadonlyMap<Wire, readonly string[]>;
}

const slow = 5000;

/** The way to the gateway, its list, its wires. */
export async function checkGateway(context: Context, asked: Asked): Promise<GatewayReport> {
  const { target, options } = asked;
  const written = listTime(await context.machine(), target.connection.name);
  const started = performance.now();
  const list = await attempt(() => readList(context, target, { ...options, isUnkept: target.saved === undefined }));
  const took = performance.now() - started;
  if (isRackError(list)) return reportOfFailure(context, target, list);
  const isOffline = options.offline === true;
  const findings = [
    ...listFindings(target, list, { isOffline, took }),
    ...(await checkClock(context, list, written)),
    ...(isOffline ? [] : await checkKeyUse(context, list)),
    ...(isOffline
      ? [unchecked(['wire', target.connection.apiRoot], 'the gateway was not asked')]
      : await checkWires(list, { needs: asked.needs, variables: context.world.variables })),
  ];
  return { findings, list };
}

async function reportOfFailure(context: Context, target: Target, error: RackError): Promise<GatewayReport> {
  const { apiRoot, name } = target.connection;
  const now = (await context.machine()).now();
  const isElsewhere = error.code === 'not-found' || error.code === 'not-a-gateway';
  const first = isElsewhere
    ? await explainAddress(context, target, error)
    : await explainFailure(error, { apiRoot, name, variables: context.world.variables, now });
  const rest = [unchecked(['wire', apiRoot], 'the gateway could not be asked')];
  if (first.check !== 'list') rest.unshift(unchecked(['list', apiRoot], 'the gateway could not be asked'));
  // The tools are compared with what was listed last.
  return { findings: [first, ...rest], list: keptList(await context.machine(), target) };
}

function listFindings(
  { connection }: Target,
  { catalog }: ModelList,
  { isOffline, took }: { isOffline: boolean; took: number },
): readonly Finding[] {
  const about = ['list', catalog.apiRoot] as const;
  const text = `${count(catalog.models.size, 'model')}, ${sourceOf(catalog)}`;
  const moved = catalog.apiRoot === connection.apiRoot || isOffline ? [] : [movedRoot(connection, catalog.apiRoot)];
  if (isOffline) return [unchecked(about, `this is the last list: ${text}`)];
  if (catalog.models.size === 0)
    return [
      ...moved,
      failure(about, 'the list is empty', {
        code: 'no-models',
        hint: 'the key may not be allowed to see any model: ask whoever runs the gateway',
      }),
    ];
  if (catalog.partial)
    return [
      ...moved,
      warning(about, `${text}; only a part of the list arrived`, {
        evidence: catalog.warnings.join('; ') || null,
        fix: 'modelrack list',
      }),
    ];
  if (took > slow)
    return [
      ...moved,
      warning(about, `${text}, but it took ${Math.round(took / 1000)} s: tools may give up earlier`, {
        hint: 'the gateway or the connection to it is slow; its own log says more',
      }),
    ];
  return [
    ...moved,
    fine(about, text, { evidence: catalog.source === 'not-modified' ? 'unchanged since the last time (304)' : null }),
  ];
}

function movedRoot({ name, apiRoot }: { name: string; apiRoot: string }, found: string): Finding {
  return warning(['url', apiRoot], `the list is at ${found}: the base URL lacks a part, or its root moved`, {
    evidence: `${apiRoot} is what is saved`,
    fix: `modelrack setup --gateway ${name} --base-url ${found}`,
  });
}

/** A list is often open to everybody: whether a gateway takes the key, or does without one, is shown by its models alone. */
async function checkKeyUse({ world }: Context, { catalog, target }: ModelList): Promise<readonly Finding[]> {
  const { connection, key } = target;
  const asked = { apiRoot: catalog.apiRoot, variables: world.variables };
  const about = ['key', connection.name] as const;
  const fix = `modelrack setup --gateway ${connection.name} --base-url ${connection.apiRoot} --api-key-stdin`;
  if ('none' in connection.key) {
    if (!(await wantsKey(asked))) return [];
    const message = 'the gateway lists its models without a key, but requires one to use them';
    return [failure(about, message, { code: 'key-missing', fix })];
  }
  if (key === '' || !(await refusesKey({ ...asked, key }))) return [];
  const message = 'the gateway shows its list to everybody, and refused the key for its models';
  return [failure(about, message, { code: 'auth', evidence: 'HTTP 401', fix })];
}
