/** Whether renaming a folder to the place of a lock failed because somebody has the lock. */
export function isTaken(error: unknown, platform: NodeJS.Platform = process.platform): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Windows says EPERM when the target of a rename is a folder.
  return code === 'EEXIST' || code === 'ENOTEMPTY' || (platform === 'win32' && code === 'EPERM');
}
