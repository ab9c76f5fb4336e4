export { createKey } from './auth/keys.ts';
export { startGateway } from './server/listen.ts';
export type { GatewayOptions, ModelRow, RequestRecord, RunningGateway, Wire } from './types.ts';
