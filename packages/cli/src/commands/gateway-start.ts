import type { Context, GatewayOptions } from '../world/context.ts';
import { localName, openLocalGateway } from '../connections/local-gateway.ts';

/** Serves until Ctrl-C. Ending a server on purpose interrupts nothing: the code is 0. */
export async function startGateway(context: Context, options: GatewayOptions): Promise<number> {
  const interrupted = context.untilInterrupt();
  const { gateway } = await openLocalGateway(context, { host: options.host, port: options.port });
  const { printer } = context;
  printer.document({
    schema: 1,
    command: context.command,
    baseUrl: gateway.baseUrl,
    connection: localName,
    pid: process.pid,
  });
  printer.result(`${gateway.baseUrl}\n`);
  printer.note(`The gateway serves demo models until Ctrl-C. Write them into your tools, from another terminal:`);
  printer.note(`  modelrack setup --gateway ${localName}`);
  await interrupted;
  await gateway.close();
  return 0;
}
