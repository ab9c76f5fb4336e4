export type * from './types.ts';
export { makeFolders, removeEmptyFolders } from './make-folders.ts';
export { nodeFileSystem } from './node-file-system.ts';
export { assertWritable, peekTarget, readTarget } from './read-target.ts';
export { forgetAllBackups, forgetBackups, saveBackup } from './save-backup.ts';
export { sha256 } from './sha256.ts';
export { sweepTemporaries } from './sweep-temporaries.ts';
export { removeQuietly, replaceFile, syncQuietly } from './replace-file.ts';
export { writeTarget } from './write-target.ts';
