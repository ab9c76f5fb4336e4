import { readResponsesRequest } from './responses/read-request.ts';
import { streamResponse, writeResponse } from './responses/write-answer.ts';
import type { Bridge } from './types.ts';

/** OpenAI Responses in front of chat completions. */
export const responsesChat: Bridge = {
  name: 'responses-chat',
  request: readResponsesRequest,
  response: writeResponse,
  stream: streamResponse,
};
