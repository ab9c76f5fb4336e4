export { failingFileSystem } from './files/failing-file-system.ts';
export type { Failure, FailingFileSystem } from './files/failing-file-system.ts';
export { memoryFileSystem } from './files/memory-file-system.ts';
export type { MemoryFile, MemoryFileSystem } from './files/memory-file-system.ts';
