import type { IncomingMessage } from 'node:http';
import type { FormFile, HeldBody, HeldForm, OutgoingBody } from '../provider.ts';
import { isRefusal, refuse, refuseField } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { createBodyStore } from './body-store.ts';
import type { BodyStore } from './body-store.ts';
import { createMultipartScanner, readBoundary } from './scan-multipart.ts';
import type { FormPart } from './scan-multipart.ts';

const mb = 1024 * 1024;

export interface MultipartLimits {
  readonly bytes: number;
  /** From here on a file takes the body. */
  readonly memory: number;
}

const defaultLimits: MultipartLimits = { bytes: 100 * mb, memory: 8 * mb };

interface Held {
  readonly contentType: string;
  readonly size: number;
  readonly store: BodyStore;
  readonly parts: readonly FormPart[];
}

function refuseSize(limits: MultipartLimits): Refusal {
  const message = `The form is larger than the limit of ${Math.floor(limits.bytes / mb)} MB.`;
  return { ...refuse(413, 'request_too_large', message), headers: { connection: 'close' } };
}

function refuseForm(message: string): Refusal {
  return refuse(400, 'invalid_multipart', message);
}

function readForm({ parts, store }: Held): HeldForm {
  const fields = new Map<string, string>();
  const files: FormFile[] = [];
  for (const { contentType, end, fileName, name, start, value } of parts) {
    if (value !== undefined && !fields.has(name)) fields.set(name, value);
    if (fileName === undefined) continue;
    files.push({ name, fileName, contentType, size: end - start, chunks: () => store.read(start, end) });
  }
  return { fields, files };
}

/** The same bytes, but for those of the model. */
function spliceModel({ contentType, size, store }: Held, part: FormPart, id: string): OutgoingBody {
  const bytes = Buffer.from(id);
  return {
    contentType,
    length: size - (part.end - part.start) + bytes.length,
    chunks: async function* chunks() {
      yield* store.read(0, part.start);
      yield bytes;
      yield* store.read(part.end, size);
    },
  };
}

/** A second `model` is refused: which of the two an upstream reads cannot be known. */
function findModel(parts: readonly FormPart[]): FormPart | Refusal {
  const [part, second] = parts.filter(({ name }) => name === 'model');
  if (part?.value === undefined) return refuseField('model', 'model is missing: name one of GET /v1/models.');
  return second === undefined ? part : refuseField('model', 'model is written twice.');
}

function toBody(held: Held): HeldBody | Refusal {
  const model = findModel(held.parts);
  if (isRefusal(model)) return model;
  const form = readForm(held);
  return {
    size: held.size,
    model: model.value,
    isStream: form.fields.get('stream') === 'true',
    withModel: (id) => spliceModel(held, model, id),
    json: () => undefined,
    form,
    release: held.store.release,
  };
}

/** What arrives is stored and looked through at once. Rejects when the caller hangs up. */
async function receive(
  request: IncomingMessage,
  store: BodyStore,
  limits: MultipartLimits,
): Promise<Omit<Held, 'store'> | Refusal> {
  const contentType = request.headers['content-type'] ?? '';
  const boundary = readBoundary(contentType);
  if (boundary === undefined) return refuseForm('Send the form as multipart/form-data with a boundary.');
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes) return refuseSize(limits);
  const scanner = createMultipartScanner(boundary);
  let size = 0;
  // The request must outlive the loop: its socket still carries the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > limits.bytes) {
      // The rest is read and dropped, so that the caller gets to see the answer.
      request.resume();
      return refuseSize(limits);
    }
    scanner.push(chunk);
    await store.append(chunk);
  }
  if (!request.complete) throw new Error('The caller hung up.');
  const parts = scanner.finish();
  return typeof parts === 'string' ? refuseForm(`The form cannot be read: ${parts}.`) : { contentType, size, parts };
}

/** Reads a form up to its limit and finds its `model`, wherever it comes. */
export async function holdMultipart(
  request: IncomingMessage,
  limits: MultipartLimits = defaultLimits,
): Promise<HeldBody | Refusal> {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    return refuse(415, 'unsupported_encoding', 'Send the body without content-encoding.');
  }
  const store = createBodyStore(limits.memory);
  try {
    const received = await receive(request, store, limits);
    const body = isRefusal(received) ? received : toBody({ ...received, store });
    if (isRefusal(body)) store.release();
    return body;
  } catch (error) {
    store.release();
    throw error;
  }
}
