export { clearMargin, clearWinner } from './clear-winner.ts';
export { createPicker, type Match, type Picker, type PickerOptions } from './picker.ts';
export type { PickerRow } from './row.ts';
export { fitOf, modelsThatHold, remedyText, windowText, type Fit, type TooSmall } from './window-fit.ts';
