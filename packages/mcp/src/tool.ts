import type { ModelKind } from '@modelrack/catalog';
import type { Gateway } from '@modelrack/client';
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import type { Delivery, Order } from './answers/work-shop.ts';
import type { Picture } from './answers/tool-result.ts';
import type { Host } from './host.ts';

/** One call of a tool, and what it may use. */
export interface ToolCall {
  readonly host: Host;
  readonly gateway: Gateway;
  readonly signal: AbortSignal;
  /** Milliseconds that the call may still take, with a little left for the answer. */
  left(): number;
  /** The model that was asked for, else the first of the kind. */
  modelFor(kind: ModelKind, asked: string | undefined): Promise<string>;
  /** Work that may take longer than a call. `key` need not name the tool. */
  order<Result>(order: Order<Result>): Promise<Delivery<Result>>;
}

export interface ToolAnswer {
  readonly value: object;
  readonly picture?: Picture | undefined;
}

/** A tool as data, and what it does. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** One or two sentences with the words that a search for tools would use: it costs context in every thread. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodRawShape;
  readonly output: z.ZodRawShape;
  run(call: ToolCall, args: never): Promise<ToolAnswer>;
}

interface TypedTool<Input extends z.ZodRawShape> extends Omit<Tool, 'input' | 'run'> {
  readonly input: Input;
  run(call: ToolCall, args: z.infer<z.ZodObject<Input>>): Promise<ToolAnswer>;
}

/** Checks that what a tool does fits what it takes. */
export function defineMcpTool<Input extends z.ZodRawShape>(tool: TypedTool<Input>): Tool {
  return tool;
}

export const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: true };
export const makes: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};
