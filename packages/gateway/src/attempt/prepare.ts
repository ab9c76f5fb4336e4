import { bridgeSeal, dropBridgedThinking } from '../dialects/bridge-seal.ts';
import { mendRequest } from '../dialects/chat/mend-request.ts';
import type { Bridge } from '../dialects/types.ts';
import type { JsonObject } from '../json.ts';
import type { Adapter, AdapterInput, Operation, OutgoingBody } from '../provider.ts';
import { isRefusal, refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import type { Wire } from '../types.ts';
import { outgoingJson } from '../upstream/held-json.ts';
import type { Asked, Tools } from './asked.ts';
import type { Failure } from '../failure/types.ts';
import type { Member } from '../provider.ts';

/** How one member is asked, and how its answer becomes the caller's. */
export interface Prepared {
  readonly path: string;
  readonly body: OutgoingBody;
  /** The wire in which it streams; undefined: what it says is not looked into. */
  readonly wire: Wire | undefined;
  readonly bridge: Bridge | undefined;
  /** What a bridge made of it. */
  readonly bridged: JsonObject | undefined;
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
  const nothing = { adapter: undefined, adapterInput: undefined };
  const { warnings } = bridged;
  const shared = { path: paths.chat ?? '', wire: 'chat', bridge, json, ...nothing, warnings } as const;
  return { bridged: bridged.body, body: writeJson(bridged.body), ...shared };
}

function writeJson(json: JsonObject): OutgoingBody {
  return outgoingJson([Buffer.from(JSON.stringify(json))]);
}

/** A bridged question in the form that the upstream complained for; undefined: there is nothing to mend. */
export function mend(prepared: Prepared, { error, kind, status }: Failure): Prepared | undefined {
  const { bridged } = prepared;
  // 500: a chat template that does not take the thread is a fault of the server to some.
  const isComplaint = ['request', 'capability', 'server'].includes(kind) && [400, 422, 500].includes(status ?? 0);
  if (bridged === undefined || error === undefined || !isComplaint) return undefined;
  const mended = mendRequest(bridged, error);
  return mended === undefined ? undefined : { ...prepared, bridged: mended, body: writeJson(mended) };
}

export async function prepare(asked: Asked, member: Member, tools: Tools): Promise<Prepared | Refusal> {
  const { body, operation, query } = asked;
  const { preset } = member.connection;
  const bridge = findBridge(operation, member, tools);
  if (bridge !== undefined) return prepareBridged(asked, member, bridge);
  const quirk = preset.quirks?.[operation];
  const adapter = quirk === undefined ? undefined : tools.adapters.get(quirk);
  const shared = { wire: wires[operation], bridge: undefined, bridged: undefined, json: undefined, warnings: [] };
  if (adapter !== undefined) {
    const adapterInput = { model: member.model, json: body.json(), body };
    const adapted = await adapter.request(adapterInput);
    return isRefusal(adapted) ? adapted : { adapter, adapterInput, ...shared, ...adapted };
  }
  const path = `${preset.paths[operation] ?? ''}${query === '' ? '' : `?${query}`}`;
  return { path, body: await unseal(asked, member), adapter: undefined, adapterInput: undefined, ...shared };
}

/** The caller's bytes; only where thinking of a bridge is in them, they are written anew without it. */
async function unseal({ body, operation }: Asked, { model }: Member): Promise<OutgoingBody> {
  const outgoing = body.withModel(model);
  if (operation !== 'messages' && operation !== 'responses') return outgoing;
  for await (const piece of outgoing.chunks()) {
    const json = Buffer.from(piece.buffer, piece.byteOffset, piece.length).includes(bridgeSeal)
      ? body.json()
      : undefined;
    if (json !== undefined) return writeJson({ ...dropBridgedThinking(json), model });
  }
  return outgoing;
}
