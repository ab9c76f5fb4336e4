import type { JsonObject } from '../../json.ts';
import type { AdaptedRequest, AdapterInput } from '../../provider.ts';
import type { Refusal } from '../../refusal.ts';

export interface VideoSize {
  readonly width: number;
  readonly height: number;
}

/** What a caller wants of a video, whether it came as JSON or as a form. */
export interface VideoWish {
  /** By the upstream's own name. */
  readonly model: string;
  readonly prompt: string;
  readonly seconds: number | undefined;
  readonly size: VideoSize | undefined;
  /** Fields that we know nothing of: they go on under their names. */
  readonly extra: JsonObject;
}

/** How one kind of upstream makes videos. Pure but for the files of a form. */
export interface VideoForm {
  create(input: AdapterInput): AdaptedRequest | Refusal | Promise<AdaptedRequest | Refusal>;
  /** `id`: encoded already. */
  statusPath(id: string): string;
  /** Where it is not, the finished job says where its video is. */
  contentPath(id: string): string;
  /** The header in which the upstream's host wants the key outside of the base URL; default: as everywhere. */
  readonly keyHeader?: string;
}

export type VideoStatus = 'queued' | 'in_progress' | 'completed' | 'failed';

/** What an upstream says of a job, in our words. */
export interface VideoFacts {
  /** By the upstream's own name. */
  readonly id: string;
  readonly status: VideoStatus;
  /** 0 to 100. */
  readonly progress: number;
  readonly error: { readonly code: string; readonly message: string } | undefined;
  /** Where the video is, if it says so. */
  readonly url: string | undefined;
  /** Its other fields that callers know. */
  readonly rest: JsonObject;
}
