import { isObject, toObject, toText } from '../../json.ts';
import type { Json } from '../../json.ts';

/** A piece of a call, as it stands in a chunk or in a whole message. */
interface CallDelta {
  readonly place: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** undefined: it says nothing. */
export function readCallDelta(entry: Json): CallDelta | undefined {
  if (!isObject(entry)) return undefined;
  const stated = toObject(entry['function']);
  const input = stated['arguments'];
  // A few upstreams send the arguments as an object.
  const text = isObject(input) ? JSON.stringify(input) : (toText(input) ?? '');
  const place = entry['index'];
  const delta = {
    place: typeof place === 'number' ? place : undefined,
    id: toText(entry['id']) ?? '',
    name: toText(stated['name']) ?? '',
    text,
  };
  const isSilent = delta.id === '' && delta.name === '' && text === '';
  return isSilent ? undefined : delta;
}

/** Shorter ones are mere numbers of the upstream's: the next answer has them again. */
const shortestId = 9;

/** The upstream's id of a call, or one of ours where it would not tell calls apart. */
export function chooseCallId(id: string, taken: ReadonlySet<string>, own: string): string {
  return id.length < shortestId || taken.has(id) ? own : id;
}

/** The arguments of a call as a value; a text that is no JSON stays readable for whoever has to mend it. */
export function parseArguments(text: string): Json {
  if (text.trim() === '') return {};
  try {
    const parsed: Json = JSON.parse(text);
    return isObject(parsed) ? parsed : { arguments: parsed };
  } catch {
    return { arguments: text };
  }
}
