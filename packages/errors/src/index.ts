export { RackError, isRackError } from './rack-error.ts';
export type { ErrorCode } from './rack-error.ts';
