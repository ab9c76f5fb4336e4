export { RackError, isRackError } from './rack-error.ts';
export type { ErrorCode, RackErrorDetails } from './rack-error.ts';
