export { createKey } from './auth/keys.ts';
export { readJobSecret } from './media/job-secret.ts';
export { startGateway } from './server/listen.ts';
export type { GatewayOptions, ModelRow, RequestRecord, RunningGateway, Wire } from './types.ts';
