import { startGateway, type ModelRow, type RequestRecord, type Wire } from '@modelrack/gateway';
import { setTimeout as pause } from 'node:timers/promises';
import { patience } from './run-tool.ts';

/** A question that a tool put to a model. */
export interface Question {
  readonly path: string;
  readonly model: unknown;
  readonly authorization: string | undefined;
  /** The whole body as text, to look for what was said before. */
  readonly text: string;
}

/** The local gateway, with its list in the test's hands and its requests written down. */
export interface RecordingGateway {
  readonly baseUrl: string;
  readonly key: string;
  /** Replaces the list, as a gateway does when models come and go. */
  list(models: readonly ModelRow[]): void;
  questions(): readonly Question[];
  /** Everything that arrived, the probes of the tools and of the set-up too. */
  requests(): readonly RequestRecord[];
  waitForQuestion(isWanted: (question: Question) => boolean, what: string): Promise<Question>;
  forget(): void;
  close(): Promise<void>;
}

const routes = ['/v1/chat/completions', '/v1/messages', '/v1/responses'];

export async function openGateway(
  models: readonly ModelRow[],
  options: { key?: string; wires?: readonly Wire[] } = {},
): Promise<RecordingGateway> {
  const { key = 'sk-rack-test-5e1f09', wires } = options;
  let listed = models;
  let records: RequestRecord[] = [];
  const server = await startGateway({
    key,
    models: () => listed,
    observe: (record) => records.push(record),
    ...(wires && { wires }),
  });
  const questions = (): readonly Question[] => records.flatMap((record) => questionOf(record) ?? []);
  return {
    baseUrl: server.baseUrl,
    key,
    list: (next) => (listed = next),
    questions,
    requests: () => records,
    waitForQuestion: async (isWanted, what) => {
      const end = Date.now() + patience;
      for (;;) {
        const found = questions().find((question) => isWanted(question));
        if (found) return found;
        if (Date.now() > end) throw new Error(`${what} did not reach the gateway; it got:\n${describe(records)}`);
        await pause(50);
      }
    },
    forget: () => (records = []),
    close: () => server.close(),
  };
}

/** undefined: a probe, a list, anything but a question with a model in it. */
function questionOf({ path, headers, body }: RequestRecord): Question | undefined {
  if (!routes.includes(path) || body === null || typeof body !== 'object' || !('model' in body)) return undefined;
  return { path, model: body['model'], authorization: headers.authorization, text: JSON.stringify(body) };
}

function describe(records: readonly RequestRecord[]): string {
  const lines = records.map(
    ({ method, path, status, body }) => `  ${method} ${path} ${status} ${JSON.stringify(questionModel(body))}`,
  );
  return lines.join('\n') || '  nothing';
}

function questionModel(body: RequestRecord['body']): unknown {
  return body !== null && typeof body === 'object' && 'model' in body ? body['model'] : undefined;
}
