export { createKey } from './auth/keys.ts';
export { readJobSecret } from './media/job-secret.ts';
export { startBridge } from './bridge/start-bridge.ts';
export type { BridgeServerOptions } from './bridge/start-bridge.ts';
export { startGateway } from './server/listen.ts';
export type { GatewayOptions, ModelRow, RequestRecord, RunningGateway, Wire } from './types.ts';
