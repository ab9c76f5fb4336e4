export { clearWinner } from './clear-winner.ts';
export { createPicker, isOffered, type Match, type Picker } from './picker.ts';
export type { PickerRow } from './row.ts';
export { fitOf, modelsThatHold, remedyText } from './window-fit.ts';
