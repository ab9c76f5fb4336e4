export type * from './types.ts';
export { loadEditor } from './load-editor.ts';
export { equalsJson, findNode, isEqualJson, isJsonList, isJsonMap, sourceOf, toJson } from './nodes.ts';
export { positionOf } from './document/position.ts';
export { invertPasses } from './splices.ts';
export * from './files/index.ts';
export { changedKeys } from './ledger/changed-keys.ts';
export { openLedger } from './ledger/open-ledger.ts';
export { popWrite, pushWrite, restoreOriginal, undoTarget } from './ledger/write-stack.ts';
