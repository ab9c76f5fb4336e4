import type { Json, JsonObject } from '../../json.ts';
import type { JobSeal, VideoJob } from '../types.ts';
import { readFacts } from './read-facts.ts';
import type { VideoFacts } from './types.ts';

/** A job as callers see it, in OpenAI's form. `id` is ours, the upstream's own never leaves. */
export function writeJob(facts: VideoFacts, job: VideoJob, id: string): JsonObject {
  const { error, progress, rest, status } = facts;
  return {
    ...rest,
    id,
    object: 'video',
    model: job.model,
    status,
    progress,
    created_at: job.created,
    error: error === undefined ? null : { ...error },
  };
}

export interface CreatedVideo {
  readonly connection: string;
  /** The full id of the model that took the job. */
  readonly model: string;
  /** Of the gateway key that asked. */
  readonly keyId: string;
  /** Seconds since 1970. */
  readonly created: number;
}

/** The answer of an upstream to a creation, with an id that leads back to it. undefined: it named no job. */
export function sealCreated(answer: Json, made: CreatedVideo, seal: JobSeal): JsonObject | undefined {
  const facts = readFacts(answer);
  if (facts === undefined) return undefined;
  const job = { ...made, upstreamId: facts.id };
  return writeJob(facts, job, seal.seal(job));
}
