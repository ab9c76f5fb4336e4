export { clearWinner } from './clear-winner.ts';
export { isOffered } from './is-offered.ts';
export { createPicker, type Match, type Picker } from './picker.ts';
export type { PickerRow } from './row.ts';
export { fitOf, modelsThatHold, remedyText } from './window-fit.ts';
