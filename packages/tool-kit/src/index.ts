export { bareModel } from './bare-model.ts';
export { commandLine } from './command-line.ts';
export { defineTool } from './define-tool.ts';
export { isOlder } from './is-older.ts';
export { keyText } from './key-text.ts';
export { isOurKeyCommand } from './our-key-command.ts';
export { withWindow } from './with-window.ts';
export type { Json, Path } from '@modelrack/config-edit';
export type * from './types.ts';
