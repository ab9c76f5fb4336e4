import { RackError } from '@modelrack/errors';

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const refusals = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EEXIST']);

/** What the disk says, for people; undefined if the failure is not the disk's. */
export function explainDisk(cause: unknown, path: string): RackError | undefined {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (full.has(code)) return new RackError('disk-full', `there is no space left (${code})`, { path, cause });
  if (!refusals.has(code)) return undefined;
  return new RackError('file-not-writable', `the file cannot be written (${code})`, {
    path,
    hint: 'choose another place with -o FILE',
    cause,
  });
}
