import { createHmac, timingSafeEqual } from 'node:crypto';
import type { JobSeal, VideoJob } from './types.ts';

const prefix = 'video_';
const version = 1;
const macLength = 16;
/** Sealed texts are short; what is longer is not looked at. */
const idLimit = 4096;
/** Separates this use of the secret from any other. */
const purpose = 'modelrack video job\n';

function writeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function encode(job: VideoJob): Buffer {
  const head = Buffer.alloc(7);
  head.writeUInt8(version);
  head.writeUIntBE(job.created, 1, 6);
  const texts = [job.connection, job.keyId, job.model, job.upstreamId];
  return Buffer.concat([head, ...texts.map(writeText)]);
}

/** Only of bytes whose seal is right: they were written by `encode`. */
function decode(bytes: Buffer): VideoJob | undefined {
  if (bytes[0] !== version) return undefined;
  let at = 7;
  const readText = (): string => {
    const end = at + 2 + bytes.readUInt16BE(at);
    const text = bytes.toString('utf8', at + 2, end);
    at = end;
    return text;
  };
  const created = bytes.readUIntBE(1, 6);
  return { created, connection: readText(), keyId: readText(), model: readText(), upstreamId: readText() };
}

/**
 * The id of a video job is all that is known of it: what it stands for, and a signature that says we wrote it.
 * It holds after a restart, on any process with the same secret, and whatever becomes of the alias.
 */
export function createJobSeal(secret: Buffer): JobSeal {
  const sign = (bytes: Buffer): Buffer =>
    createHmac('sha256', secret).update(purpose).update(bytes).digest().subarray(0, macLength);
  return {
    seal: (job) => {
      const bytes = encode(job);
      return prefix + Buffer.concat([bytes, sign(bytes)]).toString('base64url');
    },
    open: (id) => {
      if (!id.startsWith(prefix) || id.length > idLimit) return undefined;
      const encoded = id.slice(prefix.length);
      const sealed = Buffer.from(encoded, 'base64url');
      // One spelling for one id: the decoder would also take others.
      if (sealed.length <= macLength || sealed.toString('base64url') !== encoded) return undefined;
      const bytes = sealed.subarray(0, -macLength);
      return timingSafeEqual(sign(bytes), sealed.subarray(-macLength)) ? decode(bytes) : undefined;
    },
  };
}
