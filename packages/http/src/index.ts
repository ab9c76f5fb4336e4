export { additionalAuthorities } from './certificates.ts';
export { displayUrl } from './display-url.ts';
export { isLoopbackHost } from './loopback-host.ts';
export { openResponse } from './open-response.ts';
export type { OpenResponse } from './open-response.ts';
export { proxyFor } from './proxy-for.ts';
export { request } from './request.ts';
export { isOutOfCredit } from './retry-plan.ts';
export type { BodySource, OpenOptions, RequestOptions, Response, Timeouts, Variables } from './types.ts';
