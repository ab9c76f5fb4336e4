import { isRackError, type RackError } from '@modelrack/errors';
import {
  examineTool,
  readKey,
  type Connection,
  type Examination,
  type Machine,
  type RunRequest,
} from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { count } from '@modelrack/text';
import { lastList } from '../../lists/cached-list.ts';
import type { ModelList } from '../../lists/model-list.ts';
import { attempt, fine, trouble, unchecked, type Finding } from '../finding.ts';
import { deadHelpers } from './dead-helpers.ts';
import { defaultFindings } from './default-findings.ts';
import { differenceFindings } from './difference-findings.ts';
import { doubleFindings } from './double-providers.ts';
import { entriesElsewhere } from './entries-elsewhere.ts';
import { modelFindings } from './model-findings.ts';
import { otherKeys } from './other-keys.ts';
import { removedValues } from './removed-values.ts';
import { smallWindows } from './small-windows.ts';

export interface StateScope {
  readonly connection: Connection;
  readonly list: ModelList | undefined;
}

/** What we wrote, compared with what the gateway lists and the connection says now: would it work? */
export async function checkState(
  machine: Machine,
  tool: ToolDefinition,
  scope: StateScope,
): Promise<readonly Finding[]> {
  const { connection, list } = scope;
  if (list === undefined) return [unchecked(['ours', tool.id], 'there is no list to compare it with')];
  const examined = await attempt(() => examine(machine, tool, { connection, list }));
  if (isRackError(examined)) return refusalFindings(tool, connection, examined);
  return examined.flatMap((one) => findingsOf(machine, tool, { connection, list, one }));
}

function refusalFindings(tool: ToolDefinition, connection: Connection, error: RackError): readonly Finding[] {
  // Told with the wires.
  if (error.code === 'missing-wire') return [];
  if (error.code !== 'needs-consent') return [trouble(['block', tool.id], error)];
  const message = `${error.message}; connection ${connection.name} leads to ${connection.apiRoot}`;
  const fix = `modelrack setup ${tool.id} --gateway ${connection.name} --take-over`;
  return [trouble(['stale', tool.id], { ...error, message }, { fix, hint: 'leave it, if it is you who switched' })];
}

function findingsOf(
  machine: Machine,
  tool: ToolDefinition,
  { connection, list, one }: { connection: Connection; list: ModelList; one: Examination },
): readonly Finding[] {
  const mend = { kind: 'refresh', connection: connection.name, tool: tool.id } as const;
  const subject = { tool, connection, mend, platform: machine.platform };
  const found = [
    ...deadHelpers(machine, subject, one),
    ...entriesElsewhere(subject, one),
    ...defaultFindings(subject, one),
    ...differenceFindings(subject, one),
    ...removedValues(subject, one),
    ...modelFindings(subject, one),
    ...otherKeys(subject, one),
    ...doubleFindings(subject, one),
    ...smallWindows(tool, list, one),
  ];
  if (found.some(({ severity }) => severity !== 'info')) return found;
  const text = `${count(one.outcome.models.total, 'model')} of connection ${connection.name}`;
  return [...found, fine(['ours', tool.id], text)];
}

async function examine(
  machine: Machine,
  tool: ToolDefinition,
  { connection, list }: { connection: Connection; list: ModelList },
): Promise<readonly Examination[]> {
  // One that is missing is a finding of its own.
  const key = await attempt(() => readKey(machine, connection));
  const request: RunRequest = {
    command: 'refresh',
    connection,
    key: isRackError(key) ? undefined : key,
    catalog: list.catalog,
    tools: [],
    takeOver: false,
    allowShrink: true,
    project: false,
    configFile: undefined,
    wire: () => Promise.resolve('present'),
    companions: { listOf: (name: string) => lastList(machine, name) },
  };
  return examineTool(machine, request, { tool, isNamed: false });
}
