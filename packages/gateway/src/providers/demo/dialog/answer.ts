import { refuse } from '../../../refusal.ts';
import type { Refusal } from '../../../refusal.ts';
import type { Operation } from '../../../provider.ts';
import type { Directives } from '../directives.ts';
import { writeNotice } from '../notice.ts';
import { buildInstance } from './instance.ts';
import { groupTokens, splitTokens } from './tokens.ts';
import type { DemoAnswer, DemoRequest, DemoTool, DemoToolCall } from './types.ts';

/** Around a request: what the gateway knows of it besides its body. */
export interface Setting {
  readonly operation: Operation;
  /** The id that the caller wrote. */
  readonly asked: string;
  /** The full id that answers. */
  readonly served: string;
  /** Tokens; undefined: unknown. */
  readonly window: number | undefined;
  readonly tokens: number;
  readonly seed: string;
  readonly directives: Directives;
}

const longestEcho = 2000;
const namedTools = 5;
const reasoning = 'The message asked the demo for reasoning. The demo does not reason: this text is fixed.';

function describeTools(offered: readonly string[]): string {
  if (offered.length === 0) return 'none';
  const more = offered.length > namedTools ? ', …' : '';
  return `${offered.length} (${offered.slice(0, namedTools).join(', ')}${more})`;
}

function describe(request: DemoRequest, setting: Setting): string {
  const { asked, operation, served, tokens, window = 'unknown' } = setting;
  const lines = [
    writeNotice(operation),
    `Asked for: ${asked} · served by: ${served}`,
    `Messages: ${request.messages} · tokens: about ${tokens} · window: ${window}`,
    `Tools offered: ${describeTools(request.offered)}`,
  ];
  if (request.endsWithResult) lines.push('The thread ends with the result of a tool.');
  if (served === 'demo/echo') lines.push(`You wrote: ${request.lastText.slice(0, longestEcho)}`);
  return lines.join('\n');
}

function writeText(request: DemoRequest, setting: Setting): string {
  const { format } = request;
  if (format.kind === 'schema') return JSON.stringify(buildInstance(format.schema));
  const text = describe(request, setting);
  return format.kind === 'json' ? JSON.stringify({ demo: text }) : text;
}

/** The tool to call, if one must be; a refusal if there is none of that kind. */
function chooseTool(request: DemoRequest, directives: Directives): DemoTool | undefined | Refusal {
  const { toolChoice, tools } = request;
  const [first] = tools;
  const find = (name: string): DemoTool | undefined => tools.find((tool) => tool.name === name);
  if (toolChoice.kind === 'none') return undefined;
  if (toolChoice.kind === 'named') {
    return find(toolChoice.name) ?? refuse(400, 'invalid_value', 'tool_choice names a tool that is not offered.');
  }
  if (toolChoice.kind === 'required') {
    return first ?? refuse(400, 'invalid_value', 'tool_choice asks for a tool, but none is offered.');
  }
  // Once per turn: a caller that runs the tool and comes back would go round in circles.
  if (directives.tool === undefined || request.endsWithResult) return undefined;
  return directives.tool === '' ? first : find(directives.tool);
}

function callTool(tool: DemoTool): DemoToolCall {
  const { schema } = tool;
  return { tool, input: schema === undefined ? 'demo' : JSON.stringify(buildInstance(schema)) };
}

interface Written {
  readonly text: string;
  readonly stopSequence: string | undefined;
}

/** The text up to the stop sequence that comes first. */
function applyStop(text: string, stop: readonly string[]): Written {
  let end = text.length;
  let stopSequence: string | undefined;
  for (const sequence of stop) {
    const found = text.indexOf(sequence);
    if (found === -1 || found >= end) continue;
    end = found;
    stopSequence = sequence;
  }
  return { text: text.slice(0, end), stopSequence };
}

/** Deterministic: the same request and setting give the same answer. */
export function answerDemo(request: DemoRequest, setting: Setting): DemoAnswer | Refusal {
  const tool = chooseTool(request, setting.directives);
  if (tool !== undefined && 'refused' in tool) return tool;
  const shared = {
    seed: setting.seed,
    model: setting.served,
    reasoning: setting.directives.isReasoned ? reasoning : undefined,
    choices: request.choices,
    inputTokens: setting.tokens,
  };
  if (tool !== undefined) {
    const call = callTool(tool);
    const outputTokens = splitTokens(call.input).length * request.choices;
    return { ...shared, text: [], call, finish: 'tool', stopSequence: undefined, outputTokens };
  }
  const written = applyStop(writeText(request, setting), request.stop);
  const tokens = splitTokens(written.text);
  const kept = tokens.slice(0, request.maxTokens);
  const isCut = kept.length < tokens.length;
  const stopSequence = isCut ? undefined : written.stopSequence;
  const whole = stopSequence === undefined ? 'stop' : 'stop-sequence';
  return {
    ...shared,
    text: groupTokens(kept),
    call: undefined,
    finish: isCut ? 'length' : whole,
    stopSequence,
    outputTokens: kept.length * request.choices,
  };
}
