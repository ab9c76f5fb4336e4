import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '@modelrack/json';
import { numberOf, textOf } from '../json.ts';
import type { Gateway } from '../types.ts';
import type { VideoState } from './video-job.ts';
import type { VideoRequest } from './videos.ts';

/** What is kept of a job, so that it can be found again and is not paid for twice. The prompt is not in it. */
export interface VideoRecord {
  readonly id: string;
  readonly apiRoot: string;
  readonly model: string;
  /** The same for the same request to the same gateway. */
  readonly fingerprint: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly state: VideoState;
  /** Where it was saved. */
  readonly path?: string | undefined;
}

const keptFor = 30 * 86_400_000;

export function fingerprintOf({ apiRoot }: Gateway, { model, prompt, seconds, size }: VideoRequest): string {
  const parts = JSON.stringify([apiRoot, model, prompt, seconds ?? '', size ?? '']);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}

/** Losing a record loses a convenience, so a disk that refuses stops nothing. */
export async function keepRecord(folder: string, record: VideoRecord): Promise<void> {
  const file = fileOf(folder, record.id);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.${process.pid}`, `${JSON.stringify(record)}\n`, { mode: 0o600 });
    await rename(`${file}.${process.pid}`, file);
  } catch {
    await rm(`${file}.${process.pid}`, { force: true }).catch(() => undefined);
  }
}

/** The latest first. */
export async function readRecords(folder: string): Promise<readonly VideoRecord[]> {
  const names = await readdir(folder).catch(() => []);
  const records: VideoRecord[] = [];
  for (const name of names.filter((entry) => entry.endsWith('.json'))) {
    const record = parsed(await readFile(join(folder, name), 'utf8').catch(() => ''));
    if (record === undefined || Date.now() - record.createdAt > keptFor) {
      await rm(join(folder, name), { force: true }).catch(() => undefined);
    } else {
      records.push(record);
    }
  }
  return records.toSorted((one, other) => other.createdAt - one.createdAt);
}

function fileOf(folder: string, id: string): string {
  return join(folder, `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.json`);
}

function parsed(text: string): VideoRecord | undefined {
  const value = parseOrNothing(text);
  if (!isRecord(value)) return undefined;
  const [id, apiRoot, model, fingerprint] = ['id', 'apiRoot', 'model', 'fingerprint'].map((key) => textOf(value[key]));
  const createdAt = numberOf(value['createdAt']);
  const { state } = value;
  if (id === undefined || apiRoot === undefined || model === undefined || fingerprint === undefined) return undefined;
  if (createdAt === undefined || !isState(state)) return undefined;
  return { id, apiRoot, model, fingerprint, createdAt, state, path: textOf(value['path']) };
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isState(value: unknown): value is VideoState {
  return value === 'pending' || value === 'completed' || value === 'failed';
}
