import { toList, toObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';

/** A whole answer as the one chunk of a stream that says the same. */
export function asChunk(answer: JsonObject): JsonObject {
  const choices = toList(answer['choices']).map((entry) => {
    const { message = {}, ...rest } = toObject(entry);
    const { tool_calls: calls, ...said } = toObject(message);
    const numbered = toList(calls).map((call, index) => ({ index, ...toObject(call) }));
    return { ...rest, delta: numbered.length === 0 ? said : { ...said, tool_calls: numbered } };
  });
  return { ...answer, choices };
}
