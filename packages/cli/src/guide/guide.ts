import { findTool, type Connection } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { allConnections, chosenFrom } from '../connections/saved-connections.ts';
import { back } from '../terminal/or-back.ts';
import type { ToolSet } from '../tools/tool-set.ts';
import { unwritableHere, type UnwritableTool } from '../tools/unwritable-tools.ts';
import type { Context, RunOptions } from '../world/context.ts';
import { chooseGateway } from './choose-gateway.ts';
import { chooseModels } from './choose-models.ts';
import { chooseTools } from './choose-tools.ts';
import type { Draft, Step, StepResult, Survey } from './draft.ts';
import { findGateways } from './find-gateways.ts';
import { lastStep } from './last-step.ts';

export interface Wish {
  readonly known: ToolSet;
  /** None: those found here, and whatever is ticked. */
  readonly named: readonly ToolDefinition[];
  readonly unwritable: readonly UnwritableTool[];
  readonly options: RunOptions;
}

const steps = { gateway: chooseGateway, tools: chooseTools, models: chooseModels, last: lastStep } satisfies Record<
  string,
  Step
>;
type StepName = keyof typeof steps;
const order: readonly StepName[] = ['gateway', 'tools', 'models', 'last'];

/**
 * The set-up with somebody at the terminal, step by step. Esc goes back to the last step that asked something; nothing
 * is written before the last question is answered with yes.
 */
export async function guide(context: Context, wish: Wish): Promise<number> {
  const survey = await surveyOf(context, wish);
  let draft: Draft = { asks: new Set() };
  let name: StepName = 'gateway';
  const past: { readonly name: StepName; readonly draft: Draft }[] = [];
  try {
    for (;;) {
      const result: StepResult = await steps[name](context, survey, draft);
      if (result === back) {
        const before = past.pop();
        if (before !== undefined) ({ name, draft } = before);
        continue;
      }
      if ('exitCode' in result) return result.exitCode;
      if (result.isAsked) past.push({ name, draft });
      ({ draft } = result);
      name = result.goTo ?? order[order.indexOf(name) + 1] ?? 'last';
    }
  } finally {
    await draft.gateway?.target.gateway?.close();
  }
}

async function surveyOf(context: Context, { known, named, unwritable, options }: Wish): Promise<Survey> {
  const machine = await context.machine();
  const saved = await allConnections(context);
  const all = named.length > 0 ? named : await known.load(known.ids);
  const found = all.map((tool) => findTool(machine, tool));
  for (const { name, reason } of named.length > 0 ? [] : unwritableHere(machine))
    context.printer.detail(`${name} is also on this machine, but has to be set up by hand: ${reason}`);
  const survey = { options, saved, found, named, unwritable };
  if (isGatewayNamed(context, saved, { named, options })) return { ...survey, candidates: undefined };
  return { ...survey, candidates: await findGateways(context, survey) };
}

/** By a flag or the variable; with tools on the command line, which ask for as little as can be, by what is saved. */
function isGatewayNamed(
  { world }: Context,
  saved: readonly Connection[],
  { named, options }: Pick<Wish, 'named' | 'options'>,
): boolean {
  if (options.baseUrl !== undefined || world.variables['MODELRACK_BASE_URL']) return true;
  if (options.gateway !== undefined) return saved.some(({ name }) => name === options.gateway);
  return named.length > 0 && chosenFrom(saved, undefined) !== undefined;
}
