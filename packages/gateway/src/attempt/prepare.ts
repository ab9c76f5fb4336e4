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

const nothing: readonly string[] = [];

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
  const { body, warnings } = bridged;
  return Object.assign(asItIs(paths.chat ?? '', writeJson(body), 'chat'), { bridge, bridged: body, json, warnings });
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

export function prepare(asked: Asked, member: Member, tools: Tools): Prepared | Refusal | Promise<Prepared | Refusal> {
  const { body, operation, query } = asked;
  const { preset } = member.connection;
  const bridge = findBridge(operation, member, tools);
  if (bridge !== undefined) return prepareBridged(asked, member, bridge);
  const wire = wires[operation];
  const quirk = preset.quirks?.[operation];
  const adapter = quirk === undefined ? undefined : tools.adapters.get(quirk);
  if (adapter !== undefined) return prepareAdapted(asked, member, adapter);
  const path = `${preset.paths[operation] ?? ''}${query === '' ? '' : `?${query}`}`;
  if (wire === 'messages' || wire === 'responses')
    return unseal(asked, member).then((outgoing) => asItIs(path, outgoing, wire));
  return asItIs(path, body.withModel(member.model), wire);
}

/** Written out, so that all have one shape: whoever makes another of it assigns to it, and does not spread it. */
function asItIs(path: string, body: OutgoingBody, wire: Wire | undefined): Prepared {
  return {
    path,
    body,
    wire,
    bridge: undefined,
    bridged: undefined,
    json: undefined,
    adapter: undefined,
    adapterInput: undefined,
    warnings: nothing,
  };
}

async function prepareAdapted(asked: Asked, member: Member, adapter: Adapter): Promise<Prepared | Refusal> {
  const { body, operation } = asked;
  const adapterInput = { model: member.model, json: body.json(), body };
  const adapted = await adapter.request(adapterInput);
  if (isRefusal(adapted)) return adapted;
  return Object.assign(asItIs(adapted.path, adapted.body, wires[operation]), { adapter, adapterInput });
}

/** The caller's bytes; only where thinking of a bridge is in them, they are written anew without it. */
async function unseal({ body }: Asked, { model }: Member): Promise<OutgoingBody> {
  const outgoing = body.withModel(model);
  for await (const piece of outgoing.chunks()) {
    const json = Buffer.from(piece.buffer, piece.byteOffset, piece.length).includes(bridgeSeal)
      ? body.json()
      : undefined;
    if (json !== undefined) return writeJson({ ...dropBridgedThinking(json), model });
  }
  return outgoing;
}
