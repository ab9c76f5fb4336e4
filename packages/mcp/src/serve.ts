import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createWorkShop } from './answers/work-shop.ts';
import { usualLimits, type Host } from './host.ts';
import type { Service } from './service.ts';

const instructions =
  'All models of the AI gateway of this user: ask other models, generate images, videos and speech, transcribe audio, ' +
  'embed texts. Leave `model` out for a sensible one. Files are saved on this machine; answers hold their paths. ' +
  'An answer with status "pending" is no failure: do what `next` says.';

/**
 * Serves until the client closes standard input or `signal` aborts; then everything that still runs is ended.
 * The low-level server of the SDK: `initialize` is answered before the tools and their schemas are loaded.
 */
export async function serve(host: Host, signal: AbortSignal): Promise<void> {
  const limits = { ...usualLimits, ...host.limits };
  const service: Service = { host, shop: createWorkShop(limits), ceiling: limits.ceiling };
  const server = new Server(
    { name: 'modelrack', title: 'modelrack', version: host.version },
    { instructions, capabilities: { tools: {} }, jsonSchemaValidator: { getValidator: unasked } },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => (await import('./toolbox.ts')).listTools());
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) =>
    (await import('./toolbox.ts')).callTool(service, params, extra),
  );
  const ended = endOf(host, signal);
  await server.connect(new StdioServerTransport(host.stdin, host.stdout));
  await ended;
  service.shop.close();
  await server.close();
}

/** The SDK would check with it what a user answers to a question of the server; we ask none. */
function unasked(): never {
  throw new Error('nothing is asked of the user');
}

function endOf({ stdin, stdout }: Host, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) stdin.once(event, () => resolve());
    // Nobody reads the answers any more.
    stdout.once('error', () => resolve());
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
