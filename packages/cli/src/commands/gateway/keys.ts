import { RackError } from '@modelrack/errors';
import { issueKey, readIssuedKeys, revokeKey } from '@modelrack/gateway';
import { ownFiles } from '../../connections/own-files.ts';
import { table } from '../../text/table.ts';
import type { CommonOptions, Context } from '../../world/context.ts';

export interface CreateKeyOptions extends CommonOptions {
  readonly models?: readonly string[];
}

async function issuedFile(context: Context): Promise<string> {
  return ownFiles(await context.machine()).issued;
}

export async function listKeys(context: Context, _options: CommonOptions): Promise<number> {
  const keys = readIssuedKeys(await issuedFile(context));
  const { printer } = context;
  printer.document({
    schema: 1,
    command: context.command,
    keys: keys.map(({ created, id, name, scopes }) => ({ id, name, created, models: scopes })),
  });
  const rows = keys.map(({ created, id, name, scopes }) => [
    id,
    name,
    created.slice(0, 10),
    scopes.join(', ') || 'all',
  ]);
  if (rows.length > 0) printer.result(table(['ID', 'NAME', 'CREATED', 'MODELS'], rows, printer.columns));
  else printer.note('No keys were issued. Create one: modelrack gateway keys create NAME');
  return 0;
}

/** Prints the key on standard output, once: only its digest is kept. */
export async function createGatewayKey(context: Context, name: string, options: CreateKeyOptions): Promise<number> {
  const machine = await context.machine();
  const wish = { name, scopes: options.models ?? [], now: machine.now() };
  const { kept, key } = issueKey(ownFiles(machine).issued, wish);
  const { printer } = context;
  printer.document({ schema: 1, command: context.command, id: kept.id, name, models: kept.scopes, key });
  printer.result(`${key}\n`);
  printer.note('This is shown once: the gateway keeps only a digest of it.');
  return 0;
}

export async function revokeGatewayKey(context: Context, which: string): Promise<number> {
  if (!revokeKey(await issuedFile(context), which)) {
    throw new RackError('usage', `the gateway has no key "${which}"`, {
      hint: 'see them with: modelrack gateway keys',
    });
  }
  context.printer.document({ schema: 1, command: context.command, revoked: which });
  context.printer.report(`Revoked ${which}.\n`);
  return 0;
}
