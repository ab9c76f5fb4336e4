export type * from './types.ts';
export * from './files/index.ts';
