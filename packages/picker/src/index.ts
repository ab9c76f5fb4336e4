export { clearMargin, clearWinner } from './clear-winner.ts';
export { describeRow, type RowView } from './describe-row.ts';
export { createPicker, isOffered, type Match, type Picker, type PickerOptions } from './picker.ts';
export type { PickerRow } from './row.ts';
export { fitOf, modelsThatHold, remedyText, windowText, type Fit, type TooSmall } from './window-fit.ts';
