// An MCP server with one tool, without a library: it is started by the tool under test, in its own environment.
import { createInterface } from 'node:readline';

const tool = {
  name: 'add_numbers',
  description: 'Adds two numbers of the house.',
  inputSchema: {
    type: 'object',
    properties: { left: { type: 'number' }, right: { type: 'number' } },
    required: ['left', 'right'],
  },
  annotations: { readOnlyHint: true },
};

function answer(method, params) {
  if (method === 'initialize')
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'house', version: '1.0.0' },
    };
  if (method === 'tools/list') return { tools: [tool] };
  if (method === 'ping') return {};
  const { left, right } = params.arguments;
  return { content: [{ type: 'text', text: `sum: ${left + right}` }] };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const isKnown = ['initialize', 'tools/list', 'tools/call', 'ping'].includes(method);
  const said = isKnown ? { result: answer(method, params) } : { error: { code: -32_601, message: 'method not found' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...said })}\n`);
}
