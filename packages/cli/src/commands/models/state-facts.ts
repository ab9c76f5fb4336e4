import type { StatedFacts } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import { stateFacts, unstateFacts, type Connection } from '@modelrack/setup';
import { isSafe, priceText, tokens } from '@modelrack/text';
import { lastList } from '../../lists/cached-list.ts';
import { savedConnection } from '../../connections/saved-connections.ts';
import { table } from '../../text/table.ts';
import type { Context, StateOptions, UnstateOptions } from '../../world/context.ts';

/** The flags, and the names of what they state. */
const fields = {
  window: 'contextWindow',
  output: 'maxOutput',
  vision: 'vision',
  tools: 'tools',
  reasoning: 'reasoning',
  inputs: 'inputs',
  efforts: 'efforts',
  defaultEffort: 'defaultEffort',
  price: 'price',
} as const satisfies Readonly<Record<string, keyof StatedFacts>>;

export async function setFacts(context: Context, id: string, options: StateOptions): Promise<number> {
  const connection = await savedConnection(context, options.gateway);
  if (id === '' || !isSafe(id)) throw new RackError('usage', 'this is not the id of a model');
  const facts = factsOf(options);
  if (Object.keys(facts).length === 0) {
    throw new RackError('usage', 'no fact was given', {
      hint: `for example: modelrack models set ${id} --window 128k`,
    });
  }
  const machine = await context.machine();
  await stateFacts(machine, { connection: connection.name, id }, facts);
  const known = lastList(machine, connection.name);
  if (known !== undefined && !known.models.has(id)) {
    context.printer.note(`The last list of ${connection.name} has no model "${id}": see \`modelrack list\`.`);
  }
  return finish(context, { connection, id, said: `${id}: stated ${wordsOf(facts).join(', ')}` });
}

export async function unsetFacts(context: Context, id: string, options: UnstateOptions): Promise<number> {
  const connection = await savedConnection(context, options.gateway);
  const names = (options.only ?? []).map(fieldOf);
  const isDone = await unstateFacts(await context.machine(), { connection: connection.name, id }, names);
  if (!isDone) {
    throw new RackError('usage', `nothing of that was stated about "${id}"`, {
      hint: 'see what is: modelrack models list',
    });
  }
  return finish(context, { connection, id, said: `${id}: removed what was stated` });
}

export async function listFacts(context: Context, options: { gateway?: string }): Promise<number> {
  const connection = await savedConnection(context, options.gateway);
  const stated = Object.entries(connection.stated ?? {});
  const { printer } = context;
  printer.document({
    schema: 1,
    gateway: connection.name,
    models: stated.map(([id, facts]) => ({ id, ...facts })),
  });
  if (stated.length === 0) printer.note('Nothing has been stated yet: modelrack models set MODEL --window 128k');
  else
    printer.result(
      table(
        ['MODEL', 'STATED'],
        stated.map(([id, facts]) => [id, wordsOf(facts).join(', ')]),
        printer.columns,
      ),
    );
  return 0;
}

/** As the flags have it: the contrary of a flag is a fact, too. */
function factsOf(options: StateOptions): StatedFacts {
  const stated = Object.entries(fields).flatMap(([flag, field]) => {
    const value = options[flag as keyof typeof fields];
    return value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries(stated);
}

function fieldOf(flag: string): string {
  const known = Object.entries(fields).find(
    ([name, field]) => name === flag || field === flag || dashed(name) === flag,
  );
  if (known !== undefined) return known[1];
  throw new RackError('usage', `there is no fact "${flag}"`, {
    hint: `there are: ${Object.keys(fields).map(dashed).join(', ')}`,
  });
}

function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function wordsOf(facts: StatedFacts): readonly string[] {
  return Object.entries(fields).flatMap(([flag, field]) => {
    const value = facts[field];
    return value === undefined ? [] : [`${dashed(flag)} ${textOf(value)}`];
  });
}

function textOf(value: NonNullable<StatedFacts[keyof StatedFacts]>): string {
  if (typeof value === 'number') return tokens(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  return 'input' in value ? priceText(value) : value.join(' ') || 'none';
}

interface Done {
  readonly connection: Connection;
  readonly id: string;
  readonly said: string;
}

async function finish(context: Context, { connection, id, said }: Done): Promise<number> {
  const { stated = {} } = await savedConnection(context, connection.name);
  const facts = Object.hasOwn(stated, id) ? stated[id] : undefined;
  context.printer.document({
    schema: 1,
    command: context.command,
    gateway: connection.name,
    models: [{ id, ...facts }],
  });
  context.printer.result(`${said}\n`);
  if (Object.keys(connection.tools).length > 0) context.printer.note('To write it into the tools: modelrack refresh');
  return 0;
}
