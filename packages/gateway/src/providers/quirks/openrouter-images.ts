import type { JsonObject } from '../../json.ts';
import { refuse } from '../../refusal.ts';
import { isObject, toList, toText } from '../../json.ts';
import { writeJson } from '../../media/write-json.ts';
import type { Adapter } from '../../provider.ts';

/** A picture that stands as a data URL is base64 with a head: callers who read `b64_json` get it without. */
function readImage(image: JsonObject): JsonObject {
  const url = toText(image['url']);
  const data = /^data:image\/[\w.+-]+;base64,(.+)$/su.exec(url ?? '')?.[1];
  return data === undefined || image['b64_json'] !== undefined ? image : { b64_json: data };
}

/** OpenRouter, from its documentation: `/images`, and not all of OpenAI's fields. */
export const openrouterImages: Adapter = {
  request: ({ json, model }) => {
    if (json === undefined) return refuse(400, 'invalid_json', 'The body must be a JSON object.');
    // It always answers base64; what is left is taken as it is, or refused there.
    const { response_format: _format, ...rest } = json;
    return { path: '/images', body: writeJson({ ...rest, model }) };
  },
  response: (answer) => {
    const json = isObject(answer) ? answer : {};
    return { ...json, data: toList(json['data']).flatMap((image) => (isObject(image) ? [readImage(image)] : [])) };
  },
};
