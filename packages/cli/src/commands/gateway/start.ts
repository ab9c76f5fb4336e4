import { RackError } from '@modelrack/errors';
import { loadConfig, readIssuedKeys } from '@modelrack/gateway';
import { noteLeftBehind } from '../../connections/left-behind.ts';
import { openLocalGateway, localName } from '../../connections/local-gateway.ts';
import { ownFiles } from '../../connections/own-files.ts';
import type { Context, GatewayOptions } from '../../world/context.ts';
import { serveUntil } from '../../world/end-serving.ts';
import { expectLongRun } from '../../world/expect-long-run.ts';

const loopback: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

/** Another address than loopback is for others: only on demand, and only with a key that they can be given. */
function checkExposure(host: string, issued: string, isExposed: boolean): void {
  if (loopback.includes(host)) return;
  if (!isExposed) {
    throw new RackError('usage', `listening on ${host} lets others reach the gateway`, {
      hint: 'pass --expose to agree to that',
    });
  }
  if (readIssuedKeys(issued).length > 0) return;
  throw new RackError('usage', 'nobody but you has a key for this gateway', {
    hint: 'create one first: modelrack gateway keys create NAME',
  });
}

/** Serves until Ctrl-C. Ending a server on purpose interrupts nothing: the code is 0. */
export async function startGateway(context: Context, options: GatewayOptions): Promise<number> {
  expectLongRun();
  const interrupted = context.untilInterrupt();
  const files = ownFiles(await context.machine());
  const config = loadConfig(files.config);
  const host = options.host ?? config.listen.host;
  const port = options.port ?? config.listen.port;
  checkExposure(host, files.issued, options.expose === true);
  const { connection, gateway } = await openLocalGateway(context, { host, port, log: options.log === true });
  const { printer } = context;
  const name = connection?.name ?? null;
  printer.document({
    schema: 1,
    command: context.command,
    baseUrl: gateway.baseUrl,
    connection: name,
    pid: process.pid,
  });
  printer.result(`${gateway.baseUrl}\n`);
  const names = [...config.connections.keys()].join(', ');
  const what = names === '' ? 'demo models' : `the models of ${names}`;
  printer.note(`The gateway serves ${what} until Ctrl-C.`);
  if (!loopback.includes(host)) printer.note(`Everyone who can reach ${host} and has one of its keys can use it.`);
  if (name === null) {
    printer.note(
      `Your connection ${localName} stays as it is: it points elsewhere. Set up tools with a key of this gateway:`,
    );
    printer.note(
      `  modelrack gateway keys create tools | modelrack setup --gateway gateway --base-url ${gateway.baseUrl} --api-key-stdin`,
    );
  } else {
    printer.note('Write them into your tools, from another terminal:');
    printer.note(`  modelrack setup --gateway ${name}`);
  }
  await serveUntil(interrupted, gateway, context);
  await noteLeftBehind(context, gateway.baseUrl, startLine(options, gateway.baseUrl));
  return 0;
}

/** The same again, on the port that it had. */
function startLine({ expose, host, port }: GatewayOptions, baseUrl: string): string {
  const flags = [
    ...(host === undefined ? [] : [`--host ${host}`]),
    ...(port === undefined ? [] : [`--port ${new URL(baseUrl).port}`]),
    ...(expose === true ? ['--expose'] : []),
  ];
  return ['modelrack gateway start', ...flags].join(' ');
}
