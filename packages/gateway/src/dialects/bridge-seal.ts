import { isObject, toList, toObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';

/** Stands where a provider signs thinking, or seals it: callers send it back, and it tells whose thinking it was. */
export const bridgeSeal = 'modelrack-bridge';

function isOurs(block: Json): boolean {
  const { encrypted_content: sealed, signature } = toObject(block);
  return signature === bridgeSeal || sealed === bridgeSeal;
}

function dropFromMessage(message: Json): readonly Json[] {
  const content = toObject(message)['content'];
  if (!isObject(message) || !Array.isArray(content)) return [message];
  const kept = toList(content).filter((block) => !isOurs(block));
  // Nothing but thinking: a message may not be empty.
  return kept.length === 0 ? [] : [{ ...message, content: kept }];
}

/**
 * A thread without the thinking that a bridge gave it. A provider refuses what it has not signed itself, and after a
 * fallback it may be asked to go on with a thread that others began.
 */
export function dropBridgedThinking(body: JsonObject): JsonObject {
  const { input, messages } = body;
  if (Array.isArray(messages)) return { ...body, messages: toList(messages).flatMap(dropFromMessage) };
  return Array.isArray(input) ? { ...body, input: toList(input).filter((item) => !isOurs(item)) } : body;
}
