import { chooseModel, type Gateway } from '@modelrack/client';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CallToolRequest,
  CallToolResult,
  ListToolsResult,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { failureOf, resultOf } from './answers/tool-result.ts';
import type { Service } from './service.ts';
import type { Tool, ToolCall } from './tool.ts';
import { audio } from './tools/audio.ts';
import { chat } from './tools/chat.ts';
import { embed } from './tools/embed.ts';
import { imageGenerate } from './tools/image-generate.ts';
import { listModels } from './tools/list-models.ts';
import { pickModel } from './tools/pick-model.ts';
import { videos } from './tools/videos.ts';

const tools: readonly Tool[] = [listModels, pickModel, chat, imageGenerate, ...videos, ...audio, embed];

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

export function listTools(): ListToolsResult {
  return {
    tools: tools.map(({ name, title, description, annotations, input, output }) => ({
      name,
      title,
      description,
      inputSchema: schemaOf(input, 'input'),
      outputSchema: schemaOf(output, 'output'),
      annotations,
    })),
  };
}

/** The draft that most clients read. The type of an object is all that the protocol asks for. */
function schemaOf(shape: z.ZodRawShape, io: 'input' | 'output') {
  const schema = z.toJSONSchema(z.object(shape), { target: 'draft-7', io });
  return { ...schema, type: 'object' as const } as ListToolsResult['tools'][number]['inputSchema'];
}

/** Whatever goes wrong inside a tool is a result: so the model hears of it. */
export async function callTool(
  service: Service,
  { name, arguments: args = {} }: CallToolRequest['params'],
  extra: Extra,
): Promise<CallToolResult> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `there is no tool ${name}`);
  const read = z.object(tool.input).safeParse(args);
  if (!read.success) return invalid(tool, read.error);
  const since = performance.now();
  let gateway: Gateway | undefined;
  try {
    gateway = await service.host.gateway();
    const call = callOf(tool, { service, gateway, extra, since });
    // Checked by the schema of this very tool.
    const { value, picture } = await tool.run(call, read.data as never);
    return resultOf(value, gateway.key, picture);
  } catch (error) {
    return failureOf(error, gateway?.key);
  }
}

function invalid({ name }: Tool, { issues }: z.ZodError): CallToolResult {
  const problems = issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
  return { isError: true, content: [{ type: 'text', text: `Invalid arguments for ${name}: ${problems.join('; ')}` }] };
}

interface Parts {
  readonly service: Service;
  readonly gateway: Gateway;
  readonly extra: Extra;
  readonly since: number;
}

/** For the way of the answer, and one more question to the gateway. */
const reserve = 2_000;

function callOf(tool: Tool, { service, gateway, extra, since }: Parts): ToolCall {
  const { host, shop, ceiling } = service;
  const { signal } = extra;
  const tell = tellerFor(extra);
  return {
    host,
    gateway,
    signal,
    left: () => Math.max(0, ceiling - reserve - (performance.now() - since)),
    modelFor: async (kind, asked) => asked ?? chooseModel(await host.models(signal), kind).id,
    order: (order) => shop.order({ ...order, key: `${tool.name} ${order.key}` }, { signal, since, tell }),
  };
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
