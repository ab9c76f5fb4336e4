import { chooseModel, type Gateway } from '@modelrack/client';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { failureOf, resultOf } from './answers/tool-result.ts';
import { createWorkShop, type WorkShop } from './answers/work-shop.ts';
import { usualLimits, type Host } from './host.ts';
import type { Tool } from './tool.ts';
import { audio } from './tools/audio.ts';
import { chat } from './tools/chat.ts';
import { embed } from './tools/embed.ts';
import { imageGenerate } from './tools/image-generate.ts';
import { listModels } from './tools/list-models.ts';
import { pickModel } from './tools/pick-model.ts';
import { videos } from './tools/videos.ts';

const tools: readonly Tool[] = [listModels, pickModel, chat, imageGenerate, ...videos, ...audio, embed];

const instructions =
  'All models of the AI gateway of this user: ask other models, generate images, videos and speech, transcribe audio, ' +
  'embed texts. Leave `model` out for a sensible one. Files are saved on this machine; answers hold their paths. ' +
  'An answer with status "pending" is no failure: do what `next` says.';

/** Serves until the client closes standard input or `signal` aborts; then everything that still runs is ended. */
export async function serve(host: Host, signal: AbortSignal): Promise<void> {
  const limits = { ...usualLimits, ...host.limits };
  const shop = createWorkShop(limits);
  const server = new McpServer({ name: 'modelrack', title: 'modelrack', version: host.version }, { instructions });
  for (const tool of tools) register(server, tool, { host, shop, ceiling: limits.ceiling });
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) host.stdin.once(event, () => resolve());
    // Nobody reads the answers any more.
    host.stdout.once('error', () => resolve());
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport(host.stdin, host.stdout));
  await ended;
  shop.close();
  await server.close();
}

interface Service {
  readonly host: Host;
  readonly shop: WorkShop;
  readonly ceiling: number;
}

/** For the way of the answer, and one more question to the gateway. */
const reserve = 2_000;

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

function register(server: McpServer, tool: Tool, service: Service): void {
  const { name, title, description, annotations, input: inputSchema, output: outputSchema } = tool;
  server.registerTool(name, { title, description, annotations, inputSchema, outputSchema }, (args, extra) =>
    answer(tool, service, { args, extra }),
  );
}

async function answer(
  tool: Tool,
  { host, shop, ceiling }: Service,
  { args, extra }: { readonly args: object; readonly extra: Extra },
): Promise<CallToolResult> {
  const since = performance.now();
  let gateway: Gateway | undefined;
  try {
    gateway = await host.gateway();
    const { value, picture } = await tool.run(
      {
        host,
        gateway,
        signal: extra.signal,
        left: () => Math.max(0, ceiling - reserve - (performance.now() - since)),
        modelFor: async (kind, asked) => asked ?? chooseModel(await host.models(extra.signal), kind).id,
        order: (order) =>
          shop.order({ ...order, key: `${tool.name} ${order.key}` }, { signal: extra.signal, since, tell: tellerFor(extra) }),
      },
      // The SDK has checked the arguments by the schema of this very tool.
      args as never,
    );
    return resultOf(value, gateway.key, picture);
  } catch (error) {
    return failureOf(error, gateway?.key);
  }
}

/** Progress goes to clients that asked for it; it must rise. */
function tellerFor({ _meta, sendNotification }: Extra): (seconds: number) => void {
  const token = _meta?.progressToken;
  if (token === undefined) return () => undefined;
  let last = 0;
  return (seconds) => {
    last = Math.max(last + 1, seconds);
    const params = { progressToken: token, progress: last, message: `${seconds} s` };
    // A client that has left hears nothing, and that is no failure.
    void sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
