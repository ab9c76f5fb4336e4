import { messagesChat } from '../dialects/messages-chat.ts';
import { responsesChat } from '../dialects/responses-chat.ts';
import type { Bridge } from '../dialects/types.ts';
import type { Operation } from '../provider.ts';

export { adapters } from '../providers/quirks/adapters.ts';

/** Where an upstream lacks the caller's wire. */
export const bridges: Readonly<Partial<Record<Operation, Bridge>>> = {
  messages: messagesChat,
  responses: responsesChat,
};
