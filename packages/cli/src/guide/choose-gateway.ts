import { isRackError } from '@modelrack/errors';
import { count, listed } from '@modelrack/text';
import { originOf, readGatewayUrl } from '../connections/gateway-url.ts';
import { targetToSetUp } from '../connections/target.ts';
import { back, orBack, type Back } from '../terminal/or-back.ts';
import type { Context } from '../world/context.ts';
import { describe, keyText, type Candidate } from './candidate.ts';
import { checkGateway, complain, readGateway } from './check-gateway.ts';
import { openDemo } from './demo.ts';
import type { ChosenGateway, Draft, StepResult, Survey } from './draft.ts';
import { targetOf } from './target-of.ts';

type Picked = Candidate | 'typed' | 'demo';
interface Answer {
  readonly pick: Picked;
  readonly isForAll: boolean;
}

/** The first question; it comes again after whatever failed, since the answer to it may have been wrong. */
export async function chooseGateway(context: Context, survey: Survey, draft: Draft): Promise<StepResult> {
  await draft.gateway?.target.gateway?.close();
  const { candidates } = survey;
  if (candidates === undefined) return { draft: withGateway(draft, await byFlags(context, survey)), isAsked: false };
  for (let isFirst = true; ; isFirst = false) {
    const answer = isFirst ? await firstAnswer(context, survey, candidates) : await anyAnswer(context, candidates);
    try {
      const gateway = await gatewayOf(context, survey, answer);
      if (gateway !== back) return { draft: withGateway(draft, gateway), isAsked: true };
    } catch (error) {
      // An answer that is missing was a no.
      if (!isRackError(error) || error.code === 'internal') throw error;
      complain(context, error);
    }
  }
}

/** Another gateway has other models, and other tools may be chosen for it. */
function withGateway({ mcp }: Draft, gateway: ChosenGateway): Draft {
  const asks = new Set(gateway.isForAll ? [] : (['tools', 'models'] as const));
  return { gateway, asks, ...(mcp === undefined ? {} : { mcp }) };
}

/** A key that was named, and is wrong, is for whoever named it to correct. */
async function byFlags(context: Context, { options }: Survey): Promise<ChosenGateway> {
  const target = await targetToSetUp(context, options);
  const isNamed = target.isKeyTyped !== true && target.isKeyGuessed !== true;
  if (isNamed) return chosen(await readGateway(context, target, options), {});
  for (;;) {
    const checked = await checkGateway(context, target, options);
    if (checked !== back) return chosen(checked, {});
  }
}

/** Where one gateway stands out, one word is enough. */
async function firstAnswer(context: Context, survey: Survey, candidates: readonly Candidate[]): Promise<Answer> {
  const only = obvious(candidates);
  if (only === undefined) return anyAnswer(context, candidates);
  const { select } = await import('../terminal/questions.ts');
  const here = survey.found.filter(({ isFound }) => isFound).map(({ tool }) => tool.name);
  const all = here.length === 1 ? `it for ${here.join()}` : `it for all ${count(here.length, 'tool')}`;
  const who = `${listed(only.from, 3)} ${only.from.length === 1 ? 'uses' : 'use'} ${only.apiRoot}${keyText(only.key)}`;
  const way = await select(context, `${who}. Use ${'literal' in only.key ? 'both' : all}?`, [
    { name: `yes, for ${listed(here, 4)}`, value: 'all', short: 'yes' },
    { name: 'yes, and let me choose tools and models', value: 'some' },
    { name: 'another gateway', value: 'other' },
  ]);
  return way === 'other' ? anyAnswer(context, candidates) : { pick: only, isForAll: way === 'all' };
}

/** The one gateway that tools use, with a key that is at hand, where none was set up before. */
function obvious(candidates: readonly Candidate[]): Candidate | undefined {
  if (candidates.some(({ kind }) => kind === 'saved')) return undefined;
  const [only, ...others] = candidates.filter(({ kind }) => kind === 'tool');
  return others.length > 0 || only === undefined || 'unknown' in only.key ? undefined : only;
}

async function anyAnswer(context: Context, candidates: readonly Candidate[]): Promise<Answer> {
  const { select } = await import('../terminal/questions.ts');
  const typed = candidates.length === 0 ? 'mine: I have its URL' : 'another one: I have its URL';
  const pick = await select<Picked>(context, 'Which gateway?', [
    ...candidates.map((candidate) => ({ name: describe(candidate), value: candidate, short: candidate.apiRoot })),
    { name: typed, value: 'typed', short: 'by its URL' },
    { name: 'the demo of modelrack, which only echoes what you type', value: 'demo', short: 'the demo' },
  ]);
  return { pick, isForAll: false };
}

async function gatewayOf(context: Context, survey: Survey, { pick, isForAll }: Answer): Promise<ChosenGateway | Back> {
  if (pick === 'demo') return openDemo(context, survey.options);
  const candidate = pick === 'typed' ? await typedGateway(context, survey) : pick;
  if (candidate === back) return back;
  const target = await targetOf(context, survey, candidate);
  if (target === back) return back;
  const checked = await checkGateway(context, target, survey.options);
  return checked === back ? back : chosen(checked, { tools: candidate.tools, isForAll });
}

async function typedGateway(context: Context, { options, saved }: Survey): Promise<Candidate | Back> {
  const { askGatewayUrl } = await import('../terminal/questions.ts');
  const read = (typed: string) => readGatewayUrl(typed, { isInsecureAllowed: options.insecure === true });
  const apiRoot = await orBack(context, (asking) => askGatewayUrl(asking, read));
  if (apiRoot === back) return back;
  const known = saved.find((connection) => originOf(connection.apiRoot) === originOf(apiRoot));
  const row = { kind: 'variable', apiRoot, key: { unknown: true }, from: [], tools: [] } as const;
  return known === undefined ? row : { ...row, saved: known };
}

function chosen(
  { target, list }: { readonly target: ChosenGateway['target']; readonly list: ChosenGateway['list'] },
  more: Partial<Pick<ChosenGateway, 'tools' | 'isForAll'>>,
): ChosenGateway {
  const connection = { ...target.connection, apiRoot: list.catalog.apiRoot };
  return { target, connection, list, isDemo: false, tools: [], isForAll: false, ...more };
}
