import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A question in the form of chat completions, as far as a script looks at it. */
export interface ChatQuestion {
  readonly model: string;
  readonly authorization: string | undefined;
  readonly messages: readonly ChatMessage[];
  /** Names of the tools on offer. */
  readonly tools: readonly string[];
}

export interface ChatMessage {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

export type ChatAnswer = { readonly text: string } | { readonly tool: string; readonly input: object };

/** A gateway that has chat completions and nothing else, and says what a script tells it to say. */
export interface ChatUpstream {
  readonly baseUrl: string;
  readonly questions: readonly ChatQuestion[];
  close(): Promise<void>;
}

export async function openChatUpstream(
  models: readonly object[],
  answer: (question: ChatQuestion) => ChatAnswer,
): Promise<ChatUpstream> {
  const questions: ChatQuestion[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      if (method === 'GET' && url?.startsWith('/v1/models'))
        return json(response, 200, { object: 'list', data: models });
      if (url !== '/v1/chat/completions') return json(response, 404, { error: { message: 'no such route' } });
      const body = JSON.parse(Buffer.concat(chunks).toString());
      const question = read(body, headers.authorization);
      questions.push(question);
      const fault = findUnanswered(question);
      if (fault !== undefined) return json(response, 400, { error: { message: fault } });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const chunk of write(answer(question), questions.length))
        response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      return response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server on TCP has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    questions,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

interface ChatBody {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

function read({ model, messages, tools = [] }: ChatBody, authorization: string | undefined): ChatQuestion {
  return { model, authorization, messages, tools: tools.map((tool) => tool.function.name) };
}

/** What OpenAI refuses, and others after it: a call without its answer, an answer without its call. */
function findUnanswered({ messages }: ChatQuestion): string | undefined {
  let open: string[] = [];
  for (const message of messages) {
    const { role, tool_call_id: id = '', tool_calls: calls = [] } = message;
    if (role === 'tool' && !open.includes(id)) return `no call waits for the answer ${id}`;
    if (role !== 'tool' && open.length > 0) return `${open.join(', ')} must be answered first`;
    open = role === 'tool' ? open.filter((one) => one !== id) : calls.map((call) => call.id);
  }
  return open.length === 0 ? undefined : `${open.join(', ')} must be answered`;
}

function write(answer: ChatAnswer, number: number): readonly object[] {
  const chunk = (delta: object, finish: string | null) => ({
    id: `chatcmpl-${number}`,
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'upstream/model',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const thinking = chunk({ role: 'assistant', content: null, reasoning_content: 'Let me see.' }, null);
  const usage = { ...chunk({}, null), choices: [], usage: { prompt_tokens: 900, completion_tokens: 9 } };
  if ('text' in answer) return [thinking, chunk({ content: answer.text }, null), chunk({}, 'stop'), usage];
  const call = { index: 0, id: `call_number_${number}`, type: 'function' };
  return [
    thinking,
    chunk({ tool_calls: [{ ...call, function: { name: answer.tool, arguments: '' } }] }, null),
    chunk({ tool_calls: [{ index: 0, function: { arguments: JSON.stringify(answer.input) } }] }, null),
    chunk({}, 'tool_calls'),
    usage,
  ];
}
