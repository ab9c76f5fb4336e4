import type { Bridge } from '../dialects/types.ts';
import type { JsonObject } from '../json.ts';
import type { Adapter, AdapterInput, Operation, OutgoingBody } from '../providers/types.ts';
import { isRefusal, refuse } from '../server/refusal.ts';
import type { Refusal } from '../server/refusal.ts';
import type { Wire } from '../types.ts';
import { outgoingJson } from '../upstream/held-json.ts';
import type { Asked, Tools } from '../routing/asked.ts';
import type { Member } from '../routing/types.ts';

/** How one member is asked, and how its answer becomes the caller's. */
export interface Prepared {
  readonly path: string;
  readonly body: OutgoingBody;
  /** The wire in which it streams; undefined: what it says is not looked into. */
  readonly wire: Wire | undefined;
  readonly bridge: Bridge | undefined;
  /** The caller's own body, for what a bridge echoes. */
  readonly json: JsonObject | undefined;
  readonly adapter: Adapter | undefined;
  readonly adapterInput: AdapterInput | undefined;
  readonly warnings: readonly string[];
}

const wires: Readonly<Partial<Record<Operation, Wire>>> = {
  chat: 'chat',
  messages: 'messages',
  responses: 'responses',
};

function findBridge(operation: Operation, { connection }: Member, tools: Tools): Bridge | undefined {
  const isWanted = connection.preset.paths[operation] === undefined && connection.preset.paths.chat !== undefined;
  return isWanted ? tools.bridges[operation] : undefined;
}

/** Natively or over a bridge. */
export function canServe(operation: Operation, member: Member, tools: Tools): boolean {
  return member.connection.preset.paths[operation] !== undefined || findBridge(operation, member, tools) !== undefined;
}

function prepareBridged(asked: Asked, member: Member, bridge: Bridge): Prepared | Refusal {
  const json = asked.body.json();
  if (json === undefined) return refuse(400, 'invalid_json', 'The body is not valid JSON.');
  const { paths, outputLimitField = 'max_tokens' } = member.connection.preset;
  const bridged = bridge.request(json, { model: member.model, outputLimitField });
  if (isRefusal(bridged)) return bridged;
  const body = outgoingJson([Buffer.from(JSON.stringify(bridged.body))]);
  const nothing = { adapter: undefined, adapterInput: undefined };
  return { path: paths.chat ?? '', body, wire: 'chat', bridge, json, ...nothing, warnings: bridged.warnings };
}

export async function prepare(asked: Asked, member: Member, tools: Tools): Promise<Prepared | Refusal> {
  const { body, operation, query } = asked;
  const { preset } = member.connection;
  const bridge = findBridge(operation, member, tools);
  if (bridge !== undefined) return prepareBridged(asked, member, bridge);
  const quirk = preset.quirks?.[operation];
  const adapter = quirk === undefined ? undefined : tools.adapters.get(quirk);
  const shared = { wire: wires[operation], bridge: undefined, json: undefined, warnings: [] };
  if (adapter !== undefined) {
    const adapterInput = { model: member.model, json: body.json(), body };
    const adapted = await adapter.request(adapterInput);
    return isRefusal(adapted) ? adapted : { ...shared, ...adapted, adapter, adapterInput };
  }
  const path = `${preset.paths[operation] ?? ''}${query === '' ? '' : `?${query}`}`;
  return { ...shared, path, body: body.withModel(member.model), adapter: undefined, adapterInput: undefined };
}
