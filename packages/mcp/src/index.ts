export type { Host, Limits } from './host.ts';
export { serve } from './serve.ts';
