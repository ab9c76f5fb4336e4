import { execFile, type ExecFileException } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTool, maskSecrets } from '@modelrack/setup';
import type { HeadlessRuns, ToolDefinition } from '@modelrack/tool-kit';
import { count } from '@modelrack/text';
import type { Context } from '../world/context.ts';
import type { Examined } from './diagnose.ts';
import { failure, fine, unchecked, type Finding } from './finding.ts';

const patience = 180_000;
const prompt = 'Reply with the one word pong.';

/** Starts the real tools: do they list our models, and does one answer? Asked first, since it may be billed. */
export async function runTools(
  context: Context,
  examined: readonly Examined[],
  isAgreed: boolean,
): Promise<readonly Finding[]> {
  const machine = await context.machine();
  const all = examined.flatMap((one) =>
    one.tools.map((tool) => ({ one, tool, program: findTool(machine, tool).program })),
  );
  const startable = all.filter(({ tool, program }) => tool.runs !== undefined && program !== undefined);
  const refusal = startable.length > 0 && !isAgreed ? await refusalOf(context, startable) : undefined;
  const findings: Finding[] = [];
  for (const { one, tool, program } of all) {
    if (tool.runs === undefined)
      findings.push(
        unchecked(['run', tool.id], `${tool.name} has no command for this: start it and type ${tool.picks}`),
      );
    else if (program === undefined) findings.push(unchecked(['run', tool.id], 'its program is not on the PATH'));
    else if (refusal === undefined) findings.push(...(await runOne(context, { one, tool, program, runs: tool.runs })));
  }
  return refusal === undefined ? findings : [...findings, refusal];
}

/** What the report says where nobody agreed: all else in it is worth reading. Without a terminal an answer is missing. */
async function refusalOf(
  context: Context,
  startable: readonly { readonly tool: ToolDefinition }[],
): Promise<Finding | undefined> {
  const ids = startable.map(({ tool }) => tool.id);
  const what = `one short prompt is sent with each of ${ids.join(', ')}, and the gateway may bill it`;
  const about = ['run', ids.join(', ')] as const;
  if (!context.canAsk())
    return unchecked(about, what, { code: 'missing-answer', fix: `modelrack doctor --run --yes ${ids.join(' ')}` });
  const { confirm } = await import('../terminal/questions.ts');
  const isAgreed = await confirm(context, `doctor --run: ${what}. Go on?`, false);
  return isAgreed ? undefined : unchecked(about, 'you did not agree to start them');
}

interface Started {
  readonly one: Examined;
  readonly tool: ToolDefinition;
  readonly program: string;
  readonly runs: HeadlessRuns;
}

async function runOne(context: Context, started: Started): Promise<readonly Finding[]> {
  const { one, tool, runs } = started;
  const about = ['run', tool.id] as const;
  const ids = [...(one.list?.catalog.models.values() ?? [])].filter(({ kind }) => kind === 'chat').map(({ id }) => id);
  const model = one.connection.tools[tool.id]?.default ?? ids[0];
  if (model === undefined) return [unchecked(about, 'there is no model to ask')];
  const list =
    runs.list === undefined
      ? unchecked(about, `no command of ${tool.name} prints its models`)
      : await listed(context, started, { ids, model, args: runs.list });
  const asked = await start(context, started, { model, args: runs.ask });
  const answer = asked.out.trim();
  if (asked.isOk && answer !== '')
    return [list, fine(about, `answered through ${model}`, { evidence: lastLine(answer) })];
  const message = `gave no answer through ${model}`;
  return [
    list,
    failure(about, message, {
      code: 'server',
      evidence: lastLine(asked.err || answer) || asked.problem,
      hint: `start ${tool.name} yourself and look at what it says`,
    }),
  ];
}

async function listed(
  context: Context,
  started: Started,
  { ids, model, args }: { ids: readonly string[]; model: string; args: readonly string[] },
): Promise<Finding> {
  const about = ['run', started.tool.id] as const;
  const { isOk, out, err, problem } = await start(context, started, { model, args });
  const shown = ids.filter((id) => `${out}\n${err}`.includes(id));
  if (isOk && shown.length > 0)
    return fine(about, `lists ${shown.length} of the gateway's ${count(ids.length, 'model')}`);
  const evidence = lastLine(err || out) || problem;
  return failure(about, 'does not list our models', {
    code: 'no-models',
    evidence,
    fix: `modelrack refresh ${started.tool.id}`,
  });
}

interface Ended {
  readonly isOk: boolean;
  readonly out: string;
  readonly err: string;
  readonly problem: string;
}

/** In an empty folder: no file of a project counts, and nothing is there to be changed. */
async function start(
  context: Context,
  { one, program, runs }: Started,
  { model, args }: { model: string; args: readonly string[] },
): Promise<Ended> {
  const fill = (text: string) =>
    text.replaceAll('{gateway}', one.connection.name).replaceAll('{model}', model).replaceAll('{prompt}', prompt);
  const extra = Object.fromEntries(Object.entries(runs.variables ?? {}).map(([name, value]) => [name, fill(value)]));
  const cwd = mkdtempSync(join(tmpdir(), 'modelrack-run-'));
  try {
    return await new Promise((resolve) => {
      const options = {
        cwd,
        env: { ...context.world.variables, ...extra },
        timeout: patience,
        killSignal: 'SIGKILL' as const,
        maxBuffer: 16 * 1024 * 1024,
        windowsHide: true,
      };
      const child = execFile(program, args.map(fill), options, (error, out, err) => {
        resolve({ isOk: error === null, out, err, problem: problemOf(error) });
      });
      child.stdin?.end();
    });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function problemOf(error: ExecFileException | null): string {
  if (error === null) return '';
  return error.killed === true ? 'it took too long' : `exit ${String(error.code ?? 'unknown')}`;
}

function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1)?.trim() ?? '';
  return maskSecrets(line).slice(0, 200);
}
