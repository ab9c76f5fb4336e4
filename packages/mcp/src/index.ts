export type { Host } from './host.ts';
export { serve } from './serve.ts';
