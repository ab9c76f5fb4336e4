import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { stubKey } from '@modelrack/client/testing';
import { expect } from 'vitest';
import type { Connected } from './connect.ts';

/** Calls a tool; the text and the structured content must be the same, and neither may hold the key. */
export async function call({ client }: Connected, name: string, args: object = {}) {
  const result = (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;
  expect(JSON.stringify(result)).not.toContain(stubKey);
  const [first] = result.content;
  const text = first?.type === 'text' ? first.text : '';
  if (result.isError === true) return { error: text, result };
  expect(JSON.parse(text)).toEqual(result.structuredContent);
  expect(result.content.map(({ type }) => type)).not.toContain('resource_link');
  return { ...result.structuredContent, result };
}
