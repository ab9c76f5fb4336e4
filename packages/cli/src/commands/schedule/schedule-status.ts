import { ago } from '@modelrack/text';
import { allConnections } from '../../connections/saved-connections.ts';
import { lastRefresh } from '../../lists/refresh-stamps.ts';
import { schedulerOf } from '../../schedule/choose-scheduler.ts';
import { readScheduleRecord } from '../../schedule/schedule-record.ts';
import type { Context } from '../../world/context.ts';

/** Whether refreshes run on a schedule, and when the last one was. */
export async function scheduleStatus(context: Context): Promise<number> {
  const machine = await context.machine();
  const record = readScheduleRecord(machine);
  const connections = await allConnections(context);
  const rows = connections.map(({ name }) => ({ gateway: name, lastRefresh: lastRefresh(machine, name) ?? null }));
  context.printer.document({
    schema: 1,
    command: context.command,
    isOn: record !== undefined,
    scheduler: record?.scheduler ?? null,
    every: record?.often ?? null,
    files: Object.keys(record?.files ?? {}),
    gateways: rows,
  });
  const by = schedulerOf(record?.scheduler ?? '')?.name ?? record?.scheduler;
  context.printer.result(
    record === undefined ? 'Off. Turn it on with: modelrack schedule on\n' : `On: ${record.often}, by ${by}.\n`,
  );
  for (const { gateway, lastRefresh: at } of rows)
    context.printer.result(`Last refresh of ${gateway}: ${ago(at ?? undefined, machine.now())}\n`);
  return 0;
}
