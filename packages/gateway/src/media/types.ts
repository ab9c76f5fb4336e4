/** What a video's id keeps: all that its status and its content need, so that nothing is stored. */
export interface VideoJob {
  readonly connection: string;
  /** The id by the upstream's own name. */
  readonly upstreamId: string;
  /** The full id of the model, for the answer. */
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** Of the gateway key that made it; another key's is not found. */
  readonly keyId: string;
}

/** `secret`: of this installation. Pure. */
export interface JobSeal {
  seal(job: VideoJob): string;
  /** undefined: forged, of another installation, or no id of ours. */
  open(id: string): VideoJob | undefined;
}
