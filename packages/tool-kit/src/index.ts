export { defineTool } from './define-tool.ts';
export type { Json, Path } from '@modelrack/config-edit';
export type * from './types.ts';
