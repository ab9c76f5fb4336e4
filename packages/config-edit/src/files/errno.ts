import { RackError, isRackError } from '@modelrack/errors';

/** `ENOENT` and the like; undefined for an error that the system did not raise. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What a failed write means to the user. Our own errors pass unchanged. */
export function toWriteError(error: unknown, path: string): unknown {
  if (isRackError(error)) return error.with({ path });
  const code = errnoOf(error);
  if (code === undefined) return error;
  if (fullDisk.has(code)) {
    return new RackError('disk-full', `the disk is too full to write this file (${code})`, {
      path,
      hint: 'free some space on that disk, then run the command again',
      cause: error,
    });
  }
  return new RackError('file-not-writable', `this file cannot be written (${code})`, {
    path,
    hint: writeHint(code),
    cause: error,
  });
}

function writeHint(code: string): string {
  if (code === 'EROFS') return 'its disk is mounted read-only';
  if (code === 'EBUSY') return 'another program is using it: close that program, then run the command again';
  return 'check the owner and the permissions of the file and of its folder';
}

/** What a failed read means to the user. Our own errors pass unchanged. */
export function toReadError(error: unknown, path: string): unknown {
  if (isRackError(error)) return error.with({ path });
  const code = errnoOf(error);
  if (code === undefined) return error;
  return new RackError('file-unreadable', `this file cannot be read (${code})`, {
    path,
    hint: 'check the owner and the permissions of the file and of the folders above it',
    cause: error,
  });
}
