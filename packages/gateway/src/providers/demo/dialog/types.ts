import type { JsonObject } from '../../../json.ts';
import type { Dialect, Refusal } from '../../../refusal.ts';

export interface DemoTool {
  readonly name: string;
  /** Of the group that the tool came in, where the wire has such groups. */
  readonly namespace?: string;
  /** JSON schema of its arguments; undefined: it takes one text. */
  readonly schema: JsonObject | undefined;
}

export type ToolChoice =
  | { readonly kind: 'auto' | 'none' | 'required' }
  | { readonly kind: 'named'; readonly name: string };

export type AnswerFormat =
  | { readonly kind: 'text' | 'json' }
  | { readonly kind: 'schema'; readonly schema: JsonObject };

/** A request of any wire, reduced to what the demo looks at. */
export interface DemoRequest {
  readonly messages: number;
  /** The text of the last message of the user: directives are read from it. */
  readonly lastText: string;
  /** The thread ends with what a tool returned. */
  readonly endsWithResult: boolean;
  /** Those that can be called. */
  readonly tools: readonly DemoTool[];
  /** Names of all, those that the provider would run itself too. */
  readonly offered: readonly string[];
  readonly toolChoice: ToolChoice;
  readonly maxTokens: number | undefined;
  readonly stop: readonly string[];
  readonly choices: number;
  readonly format: AnswerFormat;
}

export interface DemoToolCall {
  readonly tool: DemoTool;
  /** JSON text, or the plain text of a tool without a schema. */
  readonly input: string;
}

export interface DemoAnswer {
  /** 24 hexadecimal digits that depend on the request alone: what ids are made of. */
  readonly seed: string;
  /** The full id that answered. */
  readonly model: string;
  /** The text in the pieces in which it is streamed; empty if a tool is called instead. */
  readonly text: readonly string[];
  /** Said before the text, as reasoning. */
  readonly reasoning: string | undefined;
  readonly call: DemoToolCall | undefined;
  readonly finish: 'stop' | 'length' | 'stop-sequence' | 'tool';
  readonly stopSequence: string | undefined;
  readonly choices: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** How one wire is read and written. Pure. */
export interface DemoWire {
  readonly operation: 'chat' | 'messages' | 'responses';
  readonly dialect: Dialect;
  read(body: JsonObject): DemoRequest | Refusal;
  /** The answer in one piece; `body` for what the wire echoes. */
  render(answer: DemoAnswer, body: JsonObject): JsonObject;
  /** The same as server-sent events, each complete with its blank line. */
  stream(answer: DemoAnswer, body: JsonObject): readonly string[];
}
