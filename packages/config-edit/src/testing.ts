export { failingFileSystem } from './testing/failing-file-system.ts';
export { memoryFileSystem } from './testing/memory-file-system.ts';
export type { MemoryFileSystem } from './testing/memory-file-system.ts';
