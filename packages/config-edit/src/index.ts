export type * from './types.ts';
export { loadEditor } from './load-editor.ts';
export { equalsJson, findNode, sourceOf, toJson } from './nodes.ts';
export { positionOf } from './document/position.ts';
export { invertPasses } from './splices.ts';
export * from './files/index.ts';
