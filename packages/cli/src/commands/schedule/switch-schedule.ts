import { RackError } from '@modelrack/errors';
import { diffOf, dropOwnCommand, keepOwnCommand, ownCommand, type Connection, type Machine } from '@modelrack/setup';
import { plain } from '@modelrack/text';
import { allConnections } from '../../connections/saved-connections.ts';
import { isPreview } from '../../runs/run.ts';
import { applyOff, applyOn } from '../../schedule/apply-schedule.ts';
import { chooseScheduler, schedulerOf } from '../../schedule/choose-scheduler.ts';
import { readScheduleRecord } from '../../schedule/schedule-record.ts';
import { movedFolders, planOff, planOn, type FileChange, type SchedulePlan } from '../../schedule/schedule-plan.ts';
import type { Job, Scheduler } from '../../schedule/scheduler.ts';
import { systemd } from '../../schedule/systemd.ts';
import type { Context, ScheduleOptions } from '../../world/context.ts';
import { shortHead } from '../../text/short-path.ts';
import { exitCodeOfCheck } from '../../world/exit-code.ts';

export async function scheduleOn(context: Context, options: ScheduleOptions): Promise<number> {
  const machine = await context.machine();
  const connections = (await allConnections(context)).filter(({ tools }) => Object.keys(tools).length > 0);
  if (connections.length === 0)
    throw new RackError('missing-answer', 'no tool is set up yet', { hint: 'set one up first: modelrack setup' });
  const job: Job = {
    command: [...ownCommand(machine), 'refresh', '--if-older', '10m', '--yes', '--quiet'],
    often: options.every ?? 'daily',
    variables: movedFolders(machine),
  };
  const plan = await planOn(machine, await schedulerHere(machine), job);
  const notes = notesOn(connections);
  if (!(await isAgreed(context, { plan, options, notes, question: `Refresh ${job.often} from now on?` }))) return 0;
  if (!isPreview(options) && isChanging(plan)) {
    await keepOwnCommand(machine);
    try {
      await applyOn(machine, plan);
    } catch (error) {
      await dropOwnCommand(machine);
      throw error;
    }
    context.printer.report(`Refreshes ${job.often} by ${plan.scheduler.name}. Stop it with: modelrack schedule off\n`);
  }
  return finish(context, { plan, options, notes, state: 'on' });
}

export async function scheduleOff(context: Context, options: ScheduleOptions): Promise<number> {
  const machine = await context.machine();
  // Where nothing could start a refresh, files are all that can be left of one.
  const plan = await planOff(machine, await schedulerHere(machine).catch(() => systemd));
  if (!(await isAgreed(context, { plan, options, notes: [], question: 'Stop these refreshes?' }))) return 0;
  if (!isPreview(options) && isChanging(plan)) {
    await turnOff(context, plan);
  }
  return finish(context, { plan, options, notes: [], state: 'off' });
}

/** Nothing is left to refresh: the schedule goes without a question. */
export async function endSchedule(context: Context): Promise<void> {
  const machine = await context.machine();
  await turnOff(context, await planOff(machine, await schedulerHere(machine)));
}

async function turnOff(context: Context, plan: SchedulePlan): Promise<void> {
  const machine = await context.machine();
  await applyOff(machine, plan);
  await dropOwnCommand(machine);
  context.printer.report('Nothing is refreshed on a schedule any more.\n');
}

/** That by which it is on, else that of this system. */
async function schedulerHere(machine: Machine): Promise<Scheduler> {
  return schedulerOf(readScheduleRecord(machine)?.scheduler ?? '') ?? chooseScheduler(machine);
}

function isChanging({ changes, calls }: SchedulePlan): boolean {
  return changes.length > 0 || calls.length > 0;
}

/** The variables of a shell are not there when the system starts something. */
function notesOn(connections: readonly Connection[]): readonly string[] {
  return connections.flatMap(({ name, key }) => {
    if (!('env' in key)) return [];
    const store = `modelrack setup --gateway ${name} --api-key-stdin`;
    return [`A scheduled refresh of ${name} does not see $${key.env} of your shell. Store the key: ${store}`];
  });
}

interface Asked {
  readonly plan: SchedulePlan;
  readonly options: ScheduleOptions;
  readonly notes: readonly string[];
  readonly question: string;
}

/** Shows all of it beforehand, and asks where somebody can answer. */
async function isAgreed(context: Context, { plan, options, notes, question }: Asked): Promise<boolean> {
  const { printer, world, machine } = context;
  if (!isChanging(plan)) return true;
  const isAsking = context.canAsk() && !isPreview(options);
  const show = (text: string) => (isAsking ? void world.err.write(text) : printer.report(text));
  if (isAsking || isPreview(options)) {
    for (const change of plan.changes) show(`${shortHead(plain(await diffTextOf(change)), (await machine()).home)}\n`);
    for (const call of plan.calls) show(`$ ${call.join(' ')}\n`);
  }
  for (const note of notes) printer.note(note);
  if (!isAsking) return true;
  const { confirm } = await import('../../terminal/questions.ts');
  return confirm(context, question, true);
}

function diffTextOf({ path, before, after }: FileChange): Promise<string> {
  return diffOf({ path, before, after, action: 'edited', backup: null, spec: undefined });
}

interface Finished extends Omit<Asked, 'question'> {
  readonly state: 'on' | 'off';
}

async function finish(context: Context, { plan, options, notes, state }: Finished): Promise<number> {
  const { printer } = context;
  const isDry = isPreview(options);
  const isChanged = isChanging(plan);
  const changedStatus = isDry ? 'would-change' : 'written';
  if (!isChanged) printer.report(`Regular refreshes are already ${state}.\n`);
  const files = plan.changes.map(async (change) => ({
    path: change.path,
    action: actionOf(change),
    ...(isDry ? { diff: await diffTextOf(change) } : {}),
  }));
  printer.document({
    schema: 1,
    command: context.command,
    scheduler: plan.scheduler.id,
    status: isChanged ? changedStatus : 'unchanged',
    every: plan.record?.often ?? null,
    files: await Promise.all(files),
    calls: plan.calls,
    notes,
  });
  return options.check === true && isChanged ? exitCodeOfCheck : 0;
}

function actionOf({ before, after }: FileChange): string {
  if (after === undefined) return 'deleted';
  return before === undefined ? 'created' : 'edited';
}
