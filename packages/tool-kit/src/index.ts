export { defineTool } from './define-tool.ts';
export type * from './types.ts';
