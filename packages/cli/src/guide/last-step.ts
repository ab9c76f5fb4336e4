import { listed } from '@modelrack/text';
import { checkDefault } from '../runs/check-default.ts';
import { checkGlobs } from '../runs/check-globs.ts';
import { agreeToPlan } from '../runs/agree-to-plan.ts';
import { chooseDefaults } from '../runs/choose-defaults.ts';
import type { Planned } from '../runs/run.ts';
import { setUpTools } from '../runs/set-up.ts';
import { orBack, back, type Back } from '../terminal/or-back.ts';
import type { Choice } from '../terminal/questions.ts';
import type { Context } from '../world/context.ts';
import { modelsText } from './choose-models.ts';
import type { ChosenGateway, ChosenTools, Draft, StepResult, Survey } from './draft.ts';
import { serveDemo } from './demo.ts';

type Other = 'tools' | 'models' | 'mcp';

/** Shows what would be written, and writes it after a yes. */
export async function lastStep(context: Context, survey: Survey, draft: Draft): Promise<StepResult> {
  const { gateway, tools } = draft;
  if (gateway === undefined || tools === undefined) throw new Error('no tools were chosen');
  const { list, connection, target } = gateway;
  const mcp = draft.mcp ?? survey.options.mcp;
  const options = { ...survey.options, ...draft.models, ...(mcp === undefined ? {} : { mcp }) };
  checkDefault(list.catalog, options, ['--default', options.default]);
  checkGlobs(context, list.catalog, options);
  let wish: boolean | Other | Back = false;
  const asked = { catalog: list.catalog, connection, tools: tools.tools, options };
  const exitCode = await setUpTools(context, {
    target,
    connection,
    list,
    tools: tools.tools,
    unwritable: survey.unwritable,
    isNamed: survey.named.length + survey.unwritable.length > 0,
    options,
    defaultOf: await chooseDefaults(context, asked),
    agreed: tools.agreed,
    agree: async (plan) => {
      wish = await agree(context, survey, { ...draft, gateway, tools, plan });
      return wish === true;
    },
  });
  if (exitCode !== undefined) {
    if (gateway.isDemo) await serveDemo(context, gateway);
    return { exitCode };
  }
  return afterNo(context, draft, wish);
}

interface Ready extends Draft {
  readonly gateway: ChosenGateway;
  readonly tools: ChosenTools;
  readonly plan: Planned;
}

async function agree(context: Context, survey: Survey, ready: Ready): Promise<boolean | Other | Back> {
  const { gateway, tools, plan, models } = ready;
  const { options, named } = survey;
  const { connection, list } = gateway;
  const others: readonly Choice<Other>[] = [
    ...(named.length > 0 ? [] : [{ name: 'change the tools', value: 'tools' as const }]),
    // What flags or a file for a team say is not asked for.
    ...(options.models !== undefined || options.exclude !== undefined
      ? []
      : [{ name: 'change the models', value: 'models' as const }]),
    ...mcpChoice(survey, ready),
  ];
  const page = {
    ...plan,
    connection,
    definitions: tools.tools,
    leftOut: tools.leftOut,
    models: modelsText(list.catalog, models ?? options),
    also: (ready.mcp ?? options.mcp) === true ? [`the MCP server, for ${listed(ableTo(tools), 9)}`] : [],
  };
  return orBack(context, (asking) => agreeToPlan(asking, page, others));
}

/** The other half of the product: the gateway's images, video and other models as tools for the coding tools' models. */
function mcpChoice({ options }: Survey, { tools, mcp = options.mcp }: Ready): readonly Choice<Other>[] {
  const able = ableTo(tools);
  if (able.length === 0) return [];
  const name =
    mcp === true ? 'without the MCP server' : `also the MCP server (images, speech and more), for ${listed(able, 4)}`;
  return [{ name, value: 'mcp', short: 'the MCP server' }];
}

function ableTo({ tools }: ChosenTools): readonly string[] {
  return tools.filter((tool) => tool.mcp !== undefined).map(({ name }) => name);
}

function afterNo(context: Context, draft: Draft, wish: boolean | Other | Back): StepResult {
  if (wish === back) return back;
  if (wish === 'mcp') {
    const { mcp, ...rest } = draft;
    return { draft: mcp === true ? rest : { ...rest, mcp: true }, isAsked: false, goTo: 'last' };
  }
  if (wish === 'tools' || wish === 'models') {
    const asked = { ...draft, asks: new Set([wish]) };
    return { draft: asked, isAsked: true, goTo: wish };
  }
  context.printer.note('Nothing was written.');
  return { exitCode: 0 };
}
