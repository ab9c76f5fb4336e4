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
      hint: 'Free some space on that disk and run the command again.',
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
  if (code === 'EROFS') return 'Its disk is mounted read-only.';
  if (code === 'EBUSY') return 'Another program uses it; close that program and run the command again.';
  return 'Check the owner and the permissions of the file and of its folder.';
}

/** What a failed read means to the user. Our own errors pass unchanged. */
export function toReadError(error: unknown, path: string): unknown {
  if (isRackError(error)) return error.with({ path });
  const code = errnoOf(error);
  if (code === undefined) return error;
  return new RackError('file-unreadable', `this file cannot be read (${code})`, {
    path,
    hint: 'Check the owner and the permissions of the file and of the folders above it.',
    cause: error,
  });
}
