import type { JsonObject } from './json.ts';

/** A family of routes: chat completions, Anthropic Messages, OpenAI Responses. */
export type Wire = 'chat' | 'messages' | 'responses';

/**
 * A row of the model list, as it leaves the gateway. What is not stated is filled in (`object`, `created`,
 * `owned_by`, `type`, `display_name`, `context_length`), except the window: unknown stays unknown.
 */
export interface ModelRow extends JsonObject {
  /** A bare name is an alias, `<connection>/<id>` pins a model. */
  readonly id: string;
}
