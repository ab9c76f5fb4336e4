import { openDemoGateway } from '../connections/local-gateway.ts';
import { readList } from '../lists/read-list.ts';
import type { Context, RunOptions } from '../world/context.ts';
import type { ChosenGateway } from './draft.ts';

/** Starts our own gateway with nothing written; the last question is what keeps its connection and key. */
export async function openDemo(context: Context, options: RunOptions): Promise<ChosenGateway> {
  const target = await openDemoGateway(context);
  context.printer.note(
    `This is an echo: no model answers. Tools that you choose talk to ${target.connection.apiRoot} instead of a real\n` +
      'gateway, and only while this command runs. Nothing is written before the last question.',
  );
  const list = await readList(context, target, { ...options, isUnkept: true });
  const connection = { ...target.connection, apiRoot: list.catalog.apiRoot };
  return { target, connection, list, isDemo: true, tools: [], isForAll: false };
}

/** Until Ctrl-C, which says how to go back: the tools still point to the demo. */
export async function serveDemo(context: Context, { connection, target }: ChosenGateway): Promise<void> {
  const { note } = context.printer;
  const again = 'modelrack gateway start';
  const goBack = `modelrack remove --gateway ${connection.name}`;
  note(`The demo serves ${connection.apiRoot} until Ctrl-C. To go back then: ${goBack}`);
  await context.untilInterrupt();
  await target.gateway?.close();
  note(`The demo has stopped, and the tools that you chose still point to it.`);
  note(`Remove it from them with: ${goBack}`);
  note(`Start it again with: ${again}`);
}
