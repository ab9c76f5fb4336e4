import type { Refusal } from '../../refusal.ts';
import type { Operation } from '../../provider.ts';
import type { DemoCall, DemoReply } from './call.ts';

type Answer = (call: DemoCall) => DemoReply | Refusal | Promise<DemoReply | Refusal>;

const dialog = { models: ['chat', 'echo', 'long', 'huge', 'small'] } as const;

interface Desk {
  /** Those of its models that do this. */
  readonly models: readonly string[];
  /** Where the caller writes `demo:…`; undefined: the answerer looks itself. */
  readonly promptField?: string;
  load(): Promise<Answer>;
}

/** Who answers what, loaded with the first request of its kind. */
export const desks: Readonly<Partial<Record<Operation, Desk>>> = {
  chat: {
    ...dialog,
    load: async () => {
      const [{ answerDialog }, { chatWire }] = await Promise.all([
        import('./dialog/answer-dialog.ts'),
        import('./dialog/chat.ts'),
      ]);
      return (call) => answerDialog(call, chatWire);
    },
  },
  messages: {
    ...dialog,
    load: async () => {
      const [{ answerDialog }, { messagesWire }] = await Promise.all([
        import('./dialog/answer-dialog.ts'),
        import('./dialog/messages.ts'),
      ]);
      return (call) => answerDialog(call, messagesWire);
    },
  },
  responses: {
    ...dialog,
    load: async () => {
      const [{ answerDialog }, { responsesWire }] = await Promise.all([
        import('./dialog/answer-dialog.ts'),
        import('./dialog/responses.ts'),
      ]);
      return (call) => answerDialog(call, responsesWire);
    },
  },
  embeddings: {
    models: ['embed'],
    promptField: 'input',
    load: async () => (await import('./embed/answer-embeddings.ts')).answerEmbeddings,
  },
  images: {
    models: ['image'],
    promptField: 'prompt',
    load: async () => (await import('./image/answer-images.ts')).answerImages,
  },
  speech: {
    models: ['tone'],
    promptField: 'input',
    load: async () => (await import('./audio/answer-speech.ts')).answerSpeech,
  },
  transcription: {
    models: ['transcribe'],
    promptField: 'prompt',
    load: async () => (await import('./audio/answer-transcription.ts')).answerTranscription,
  },
  videos: {
    models: ['video'],
    promptField: 'prompt',
    load: async () => (await import('./video/answer-videos.ts')).answerVideoCreation,
  },
};
