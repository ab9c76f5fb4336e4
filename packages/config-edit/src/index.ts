export type * from './types.ts';
export type * from './files/types.ts';
