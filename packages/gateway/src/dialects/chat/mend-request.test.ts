import { expect, test } from 'vitest';
import type { JsonObject } from '../../json.ts';
import { mendRequest } from './mend-request.ts';

const hi = { role: 'user', content: 'hi' };
const late = { role: 'system', content: 'It is late.' };

test.each<{ message: string; param?: string; body: JsonObject; mended: JsonObject | undefined }>([
  {
    message:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    param: 'max_tokens',
    body: { max_tokens: 5 },
    mended: { max_completion_tokens: 5 },
  },
  {
    message: 'body -> max_completion_tokens: Extra inputs are not permitted',
    body: { max_completion_tokens: 5 },
    mended: { max_tokens: 5 },
  },
  {
    message: 'Unrecognized request argument supplied: reasoning_effort',
    body: { reasoning_effort: 'high', max_tokens: 5 },
    mended: { max_tokens: 5 },
  },
  {
    message: "Unsupported value: 'reasoning_effort' does not support 'xhigh' with this model.",
    param: 'reasoning_effort',
    body: { reasoning_effort: 'xhigh' },
    mended: { reasoning_effort: 'high' },
  },
  {
    message: 'This model does not take it.',
    param: 'parallel_tool_calls',
    body: { parallel_tool_calls: false },
    mended: {},
  },
  {
    message: "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) is supported.",
    body: { temperature: 0, top_p: 1 },
    mended: { top_p: 1 },
  },
  {
    message: 'System message must be at the beginning.',
    body: { messages: [{ role: 'system', content: 'a' }, hi, late, { role: 'assistant', content: 'yes?' }, late] },
    mended: {
      messages: [
        { role: 'system', content: 'a' },
        { role: 'user', content: 'hi\n\nIt is late.' },
        { role: 'assistant', content: 'yes?' },
        { role: 'user', content: 'It is late.' },
      ],
    },
  },
  { message: 'System message must be at the beginning.', body: { messages: [late, hi] }, mended: undefined },
  {
    message: 'Function call is missing a thought_signature in functionCall parts.',
    body: { messages: [hi, { role: 'assistant', content: null, tool_calls: [{ id: 'call_1' }] }] },
    mended: {
      messages: [
        hi,
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_1', extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } },
          ],
        },
      ],
    },
  },
  { message: 'Invalid image.', param: 'messages', body: { messages: [hi], temperature: 0 }, mended: undefined },
  { message: 'top_p is wrong', body: { temperature: 0 }, mended: undefined },
])('$message', ({ message, param, body, mended }) => {
  expect(mendRequest(body, { message, param })).toEqual(mended);
});
