import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { introductionOf, type Greeting } from './greeting.ts';
import type { Service } from './service.ts';

/** The low-level server of the SDK: it serves before the tools and their schemas are loaded. */
export async function openSession(service: Service, greeting: Greeting | undefined): Promise<Server> {
  const { host } = service;
  const { serverInfo, ...introduction } = introductionOf(host);
  const server = new Server(serverInfo, { ...introduction, jsonSchemaValidator: { getValidator: unasked } });
  server.setRequestHandler(ListToolsRequestSchema, async () => (await import('./toolbox.ts')).listTools());
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) =>
    (await import('./toolbox.ts')).callTool(service, params, extra),
  );
  await server.connect(transportAfter(service, greeting));
  // The greeting paused it.
  host.stdin.resume();
  return server;
}

/** The server hears of `initialize`, too; its answer to what is answered already goes nowhere. */
function transportAfter({ host }: Service, greeting: Greeting | undefined): StdioServerTransport {
  const transport = new StdioServerTransport(host.stdin, host.stdout);
  const send = transport.send.bind(transport);
  let answered = greeting?.id;
  transport.send = async (message) => {
    const isAnswered = answered !== undefined && !('method' in message) && message.id === answered;
    if (isAnswered) answered = undefined;
    else await send(message);
  };
  return transport;
}

/** The SDK would check with it what a user answers to a question of the server; we ask none. */
function unasked(): never {
  throw new Error('nothing is asked of the user');
}
