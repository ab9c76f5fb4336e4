import type { Model, ModelKind } from '@modelrack/catalog';
import { chooseModel, type Gateway } from '@modelrack/client';
import { targetToRead, type Target } from '../connections/target.ts';
import { readList } from '../lists/read-list.ts';
import type { ConnectionOptions, Context } from '../world/context.ts';

/** A gateway as the calls need it, and its list. */
export interface CalledGateway {
  readonly gateway: Gateway;
  models(): Promise<readonly Model[]>;
  /** The one that was asked for, as it is; else the first of the kind. */
  modelFor(kind: ModelKind, asked: string | undefined): Promise<string>;
}

/** The gateway that the flags name, else the saved one. A URL that is not saved is asked first where its API begins. */
export async function calledGateway(context: Context, options: ConnectionOptions): Promise<CalledGateway> {
  const target = await targetToRead(context, { ...options, offline: false });
  const listed = once(() => listOf(context, target, options));
  const isAsTyped = target.saved === undefined;
  const apiRoot = isAsTyped ? (await listed()).apiRoot : target.connection.apiRoot;
  const gateway = { apiRoot, key: target.key, variables: context.world.variables };
  const models = async () => [...(await listed()).models.values()];
  return { gateway, models, modelFor: async (kind, asked) => asked ?? chooseModel(await models(), kind).id };
}

async function listOf(context: Context, target: Target, { offline }: ConnectionOptions) {
  const isKept = target.saved !== undefined;
  const { catalog } = await readList(context, target, { isUnkept: !isKept, ...(offline === true ? { offline } : {}) });
  return catalog;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
