import type { FileRecord, Ledger, WriteRecord } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import { readKey } from '../connections/keys.ts';
import { choiceAfter } from '../connections/targets.ts';
import { latestWrites } from '../ledger/latest-writes.ts';
import { holdsOurs } from '../ledger/claims.ts';
import { readClaims } from '../ledger/read-claims.ts';
import type { Connection, Machine, RunRequest, ToolChoice } from '../machine/types.ts';

type Gateway = Pick<Connection, 'apiRoot' | 'key'>;

/** What a run did to its connection. The ledger keeps it with every write of that run, for `undo`. */
export interface ConnectionChange {
  /** Of the written tool; absent: it stayed the same. */
  readonly choice?: { readonly from?: ToolChoice; readonly to?: ToolChoice };
  /** Absent: the connection stayed where it was. */
  readonly moved?: { readonly from: Gateway; readonly to: Gateway };
}

/** undefined: the connection was not kept before this run. */
export function connectionChange(
  machine: Machine,
  request: RunRequest,
  { tool, files }: { tool: string; files: readonly string[] },
): ConnectionChange | undefined {
  const { connection, command } = request;
  const saved = command === 'setup' ? request.saved : connection;
  const requested = request.tools.find((one) => one.tool.id === tool);
  if (saved === undefined || requested === undefined) return undefined;
  const from = saved.tools[tool];
  const to = choiceAfter(machine, request, { requested, files });
  const [old, next] = [gatewayOf(saved), gatewayOf(connection)];
  return {
    ...(isSameChoice(from, to)
      ? {}
      : { choice: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) } }),
    ...(isSame(old, next) ? {} : { moved: { from: old, to: next } }),
  };
}

/**
 * The connection as it is to be when the latest writes of these tools are taken back: what changed since stays. It
 * returns to its former gateway only if no other tool of it was written for the new one.
 */
export function connectionBefore(ledger: Ledger, { connection, tools: requested }: RunRequest): Connection {
  const names = requested.map(({ tool }) => tool.id);
  let gateway = gatewayOf(connection);
  const tools: Record<string, ToolChoice> = { ...connection.tools };
  for (const tool of names) {
    const write = latestWrites(ledger, tool, connection.name)[0]?.stack.at(-1);
    const change = changeIn(write?.connectionChange);
    if (write === undefined || change === undefined || write.isForgotten === true) continue;
    const { from, to } = change.choice ?? {};
    if (from !== undefined && isSameChoice(to, connection.tools[tool])) tools[tool] = from;
    const isLeft = (record: FileRecord) => !names.includes(record.tool) && isWrittenSince(record, write);
    if (change.moved === undefined || !isSame(change.moved.to, gatewayOf(connection))) continue;
    if (!ledger.list().some(isLeft)) gateway = change.moved.from;
  }
  return { ...connection, ...gateway, tools };
}

/** What of the move of its connection comes back with a write of this tool, for people. */
export function moveNotes(
  machine: Machine,
  { connection }: RunRequest,
  write: WriteRecord | undefined,
): readonly string[] {
  const moved = changeIn(write?.connectionChange)?.moved;
  if (moved === undefined || write?.connection !== connection.name) return [];
  const { name } = connection;
  if (!isSame(moved.from, gatewayOf(connection))) {
    return [`connection ${name} stays at ${connection.apiRoot}: it was moved since, or other tools are written for it`];
  }
  const back = `connection ${name} is back at ${connection.apiRoot}`;
  return [hasKey(machine, connection) ? back : `${back}, whose key is not kept: modelrack setup --gateway ${name}`];
}

function hasKey(machine: Machine, connection: Connection): boolean {
  try {
    return readKey(machine, connection) !== '';
  } catch (error) {
    if (isRackError(error)) return false;
    throw error;
  }
}

function isWrittenSince(
  { owners, stack }: FileRecord,
  { at, connection }: { at: string; connection: string },
): boolean {
  if (!holdsOurs(readClaims(owners[connection], undefined))) return false;
  return stack.some((write) => write.connection === connection && write.at >= at);
}

/** The ledger is our own file: what is not there is treated as lost. */
function changeIn(value: unknown): ConnectionChange | undefined {
  // Nobody else writes this field.
  return typeof value === 'object' && value !== null ? (value as ConnectionChange) : undefined;
}

function gatewayOf({ apiRoot, key }: Connection): Gateway {
  return { apiRoot, key };
}

function isSame(one: Gateway, other: Gateway): boolean {
  return JSON.stringify([one.apiRoot, one.key]) === JSON.stringify([other.apiRoot, other.key]);
}

function isSameChoice(one: ToolChoice | undefined, other: ToolChoice | undefined): boolean {
  const textOf = (choice: ToolChoice | undefined) =>
    choice === undefined ? '' : JSON.stringify(Object.entries(choice).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return textOf(one) === textOf(other);
}
