import { findNode, toJson, type Document, type Edit } from '@modelrack/config-edit';
import { RackError } from '@modelrack/errors';
import { loadConfig, type GatewayConfig, type Survey } from '@modelrack/gateway';
import { editOwnConfig, ownFiles } from '../../connections/own-files.ts';
import { survey } from '../../connections/own-survey.ts';
import { closest } from '../../text/closest.ts';
import { table } from '../../text/table.ts';
import type { CommonOptions, Context } from '../../world/context.ts';

async function readOwn(context: Context): Promise<GatewayConfig> {
  return loadConfig(ownFiles(await context.machine()).config);
}

/** Every alias with its chain, and whether it is computed. */
export async function listTiers(context: Context, _options: CommonOptions): Promise<number> {
  const config = await readOwn(context);
  const { aliases } = await survey(context, config);
  const tiers = [...aliases].map(([name, { chain }]) => ({ name, chain, isSet: config.aliases.has(name) }));
  const { printer } = context;
  printer.document({ schema: 1, command: context.command, tiers });
  const rows = tiers.map(({ chain, isSet, name }) => [name, isSet ? 'set' : 'computed', chain.join(', ') || '-']);
  printer.result(table(['TIER', 'FROM', 'MODELS'], rows, printer.columns));
  return 0;
}

/** A typing error would be an alias that never answers. What a connection does not list may still be there. */
function checkMembers(context: Context, members: readonly string[], known: Survey): void {
  const connections = known.connections.map(({ name }) => name);
  for (const member of members) {
    const slash = member.indexOf('/');
    if (slash === -1 && known.aliases.has(member)) continue;
    const connection = member.slice(0, Math.max(slash, 0));
    const isListed = known.known.some(({ id }) => id === member);
    // The demo lists everything that it has; a provider may have more.
    if (!connections.includes(connection) || (connection === 'demo' && !isListed)) {
      const near = closest(member, [...known.aliases.keys(), ...known.known.map(({ id }) => id)]);
      const hint = near === undefined ? 'see them with: modelrack gateway models' : `did you mean ${near}?`;
      throw new RackError('usage', `the gateway has no model "${member}"`, { hint });
    }
    if (!isListed) context.printer.note(`${connection} does not list ${member} at the moment.`);
  }
}

function checkName(name: string): void {
  if (/^[^\s/]{1,64}$/.test(name)) return;
  throw new RackError('usage', `"${name}" is not a valid tier name`, { hint: 'use a word without a slash' });
}

async function writeChain(context: Context, name: string, chain: readonly string[]): Promise<number> {
  const machine = await context.machine();
  const { node } = await placeOf(context, name);
  const path = node === 'object' ? ['aliases', name, 'chain'] : ['aliases', name];
  await editOwnConfig(machine, [{ op: 'set', path, value: [...chain] }]);
  context.printer.document({ schema: 1, command: context.command, tier: { name, chain } });
  context.printer.report(`${name}: ${chain.join(', ')}\n`);
  return 0;
}

/** An alias may be a list or an object with one. */
async function placeOf(context: Context, name: string): Promise<{ readonly node: 'list' | 'object' }> {
  const alias = (await readOwn(context)).aliases.get(name);
  const isObject = alias !== undefined && (alias.firstTokenMs !== undefined || alias.onRefusal === 'next');
  return { node: isObject ? 'object' : 'list' };
}

export async function setTier(context: Context, name: string, members: readonly string[]): Promise<number> {
  checkName(name);
  checkMembers(context, members, await survey(context));
  return writeChain(context, name, members);
}

/** One more at the end of a chain; a computed tier becomes one that is set. */
export async function addToTier(context: Context, name: string, members: readonly string[]): Promise<number> {
  const known = await survey(context);
  const chain = known.aliases.get(name)?.chain ?? [];
  checkName(name);
  checkMembers(context, members, known);
  return writeChain(context, name, [...new Set([...chain, ...members])]);
}

/** What makes a chain that names an alias name it by its new name. */
function follow({ root }: Document, alias: string, { from, to }: { from: string; to: string }): readonly Edit[] {
  const places = [
    ['aliases', alias],
    ['aliases', alias, 'chain'],
  ];
  return places.flatMap((path) => {
    const node = findNode(root, path);
    if (node?.kind === 'scalar' && node.value === from) return { op: 'set', path, value: to };
    const chain = node?.kind === 'list' ? node.items.map(toJson) : [];
    return chain.includes(from) ? { op: 'set', path, value: chain.map((id) => (id === from ? to : id)) } : [];
  });
}

/** Under another name with the same chain; aliases that lead to it follow. */
export async function renameTier(context: Context, from: string, to: string): Promise<number> {
  checkName(to);
  const config = await readOwn(context);
  const alias = config.aliases.get(from);
  if (alias === undefined) {
    throw new RackError('usage', `the tier "${from}" is not set`, { hint: 'see them with: modelrack gateway tiers' });
  }
  if (config.aliases.has(to))
    throw new RackError('usage', `a tier "${to}" already exists`, { hint: 'choose another name' });
  const { chain, firstTokenMs, onRefusal } = alias;
  const isPlain = firstTokenMs === undefined && onRefusal === 'return';
  const value = isPlain
    ? [...chain]
    : {
        chain: [...chain],
        ...(firstTokenMs === undefined ? {} : { first_token_ms: firstTokenMs }),
        on_refusal: onRefusal,
      };
  await editOwnConfig(await context.machine(), (document) => [
    { op: 'set', path: ['aliases', to], value, after: from },
    { op: 'remove', path: ['aliases', from] },
    ...[...config.aliases.keys()].flatMap((name) => follow(document, name, { from, to })),
  ]);
  context.printer.document({ schema: 1, command: context.command, tier: { name: to, chain } });
  context.printer.report(`${from} is now ${to}: ${chain.join(', ')}\n`);
  return 0;
}

/** Back to what is computed, or gone if it is none of the usual ones. */
export async function unsetTier(context: Context, name: string): Promise<number> {
  const config = await readOwn(context);
  if (!config.aliases.has(name)) {
    throw new RackError('usage', `the tier "${name}" is not set`, { hint: 'see them with: modelrack gateway tiers' });
  }
  await editOwnConfig(await context.machine(), [{ op: 'remove', path: ['aliases', name] }]);
  context.printer.document({ schema: 1, command: context.command, removed: name });
  context.printer.report(`${name} is no longer set.\n`);
  return 0;
}
