export type * from './types.ts';
export { loadEditor } from './load-editor.ts';
export { equalsJson, findNode, sourceOf, toJson } from './nodes.ts';
export { positionOf } from './document/position.ts';
export type { Position } from './document/position.ts';
export { applyPasses, invertPasses } from './splices.ts';
export * from './files/index.ts';
