import { readMessagesRequest } from './messages/read-request.ts';
import { streamMessage, writeMessage } from './messages/write-answer.ts';
import type { Bridge } from './types.ts';

/** Anthropic Messages in front of chat completions. */
export const messagesChat: Bridge = {
  name: 'messages-chat',
  request: readMessagesRequest,
  response: writeMessage,
  stream: streamMessage,
};
