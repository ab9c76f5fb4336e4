import type { Json, JsonObject } from '../../json.ts';
import { refuseField } from '../../refusal.ts';
import type { Refusal } from '../../refusal.ts';
import type { ReceivedForm } from './read-form.ts';

/** What the demo knows of a request. */
export interface DemoCall {
  /** The full id. */
  readonly served: string;
  /** The id that the caller wrote. */
  readonly asked: string;
  /** Tokens; undefined: unknown. */
  readonly window: number | undefined;
  readonly path: string;
  /** Empty for a form. */
  readonly json: JsonObject;
  readonly form: ReceivedForm | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An answer as its bytes. */
export interface DemoReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: readonly (string | Uint8Array)[];
  /** The stream breaks off after its last piece, without an end. */
  readonly breaksOff?: boolean;
  readonly delayMs?: number;
}

export function replyBytes(bytes: Uint8Array, contentType: string): DemoReply {
  return { status: 200, headers: { 'content-type': contentType }, pieces: [bytes] };
}

export function replyDemoJson(json: Json): DemoReply {
  return { status: 200, headers: { 'content-type': 'application/json' }, pieces: [JSON.stringify(json)] };
}

/** A text that must be there. */
export function readDemoText(call: DemoCall, name: string): string | Refusal {
  const value = call.form?.fields.get(name) ?? call.json[name];
  if (typeof value === 'string' && value.trim() !== '') return value;
  return refuseField(name, `${name} is missing: it must be a text.`);
}

/** One of a few values, or the first where nothing is said. */
export function readDemoChoice<Choice extends string>(
  call: DemoCall,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice | Refusal {
  const value = call.form?.fields.get(name) ?? call.json[name] ?? choices[0];
  const found = choices.find((choice) => choice === value);
  return found ?? refuseField(name, `The demo takes ${choices.join(', ')} as ${name}.`);
}

export function isRefused<Value>(value: Value | Refusal): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value && value.refused === true;
}
