import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { displayUrl, proxyFor, type Variables } from '@modelrack/http';
import { isRackError, type RackError } from '@modelrack/errors';
import { attempt, trouble, type About, type Details, type Finding } from '../finding.ts';
import { certificateOf } from './certificate-of.ts';

export interface Asked {
  readonly apiRoot: string;
  readonly name: string;
  readonly variables: Variables;
  readonly now: Date;
}

const patience = 3000;

/** Why nothing came from the gateway: the name, the way there, the proxy, the certificate, the key or the address. */
export async function explainFailure(error: RackError, asked: Asked): Promise<Finding> {
  if (isKeyProblem(error)) {
    const fix = `modelrack setup --gateway ${asked.name} --api-key-stdin`;
    return trouble(['key', asked.name], error, { fix: error.code === 'forbidden' ? null : fix });
  }
  if (error.code === 'timeout') return trouble(['network', asked.apiRoot], error, { hint: slowHint(error) });
  if (error.code !== 'unreachable') return trouble(['list', asked.apiRoot], error);
  const proxy = await attempt(() => proxyFor(new URL(asked.apiRoot), asked.variables));
  if (isRackError(proxy)) return trouble(['proxy', asked.apiRoot], proxy);
  if (proxy !== undefined) return proxyFinding(error, proxy, asked);
  return networkFinding(error, asked);
}

function isKeyProblem({ code }: RackError): boolean {
  return code === 'auth' || code === 'forbidden' || code === 'key-missing';
}

function slowHint({ hint }: RackError): string {
  return hint ?? 'the gateway is too slow or busy: try again in a while, or use the cached list with --offline';
}

async function proxyFinding(error: RackError, proxy: URL, asked: Asked): Promise<Finding> {
  const shown = displayUrl(proxy.href);
  const about: About = ['proxy', shown];
  const problem = await reach(proxy.hostname, Number(proxy.port || (proxy.protocol === 'https:' ? 443 : 80)));
  const variable = variableOf(asked);
  const hint = `${variable} names this proxy: correct it, or exclude the host with NO_PROXY`;
  if (problem !== undefined)
    return trouble(
      about,
      { ...error, code: error.code, message: 'the proxy does not answer', hint },
      { evidence: problem },
    );
  if (isTls(error)) return networkFinding(error, asked);
  const message = `the proxy did not let the request through: ${error.message}`;
  return trouble(about, { code: error.code, message, path: asked.apiRoot, hint });
}

function variableOf({ apiRoot, variables }: Asked): string {
  const scheme = new URL(apiRoot).protocol.slice(0, -1);
  const names = [`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`, 'all_proxy', 'ALL_PROXY'];
  return names.find((name) => variables[name]) ?? `${scheme.toUpperCase()}_PROXY`;
}

/** undefined: somebody listens there. */
function reach(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replaceAll(/^\[|\]$/g, ''), port, timeout: patience });
    const end = (problem: string | undefined) => {
      socket.destroy();
      resolve(problem);
    };
    socket.once('connect', () => end(undefined));
    socket.once('timeout', () => end(`${host}:${port} does not answer`));
    socket.once('error', (cause: NodeJS.ErrnoException) => end(`${cause.code ?? cause.message} at ${host}:${port}`));
  });
}

async function networkFinding(error: RackError, asked: Asked): Promise<Finding> {
  const code = causeOf(error);
  const evidence = code === '' ? null : code;
  if (isTls(error)) return trouble(['tls', asked.apiRoot], error, await certificateDetails(code, asked));
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    if (!isOnline())
      return trouble(['network', asked.apiRoot], { ...told(error), message: 'this machine is offline' }, { evidence });
    return trouble(['dns', new URL(asked.apiRoot).hostname], error, { evidence });
  }
  return trouble(['network', asked.apiRoot], error, { evidence });
}

function told({ code, message, path, hint }: RackError) {
  return { code, message, path, hint };
}

function isTls(error: RackError): boolean {
  return /CERT|SSL|TLS|SIGNATURE|EPROTO/.test(causeOf(error));
}

/** Looked at without sending anything: whose certificate it is, and since and until when. */
async function certificateDetails(code: string, { apiRoot, now, variables }: Asked): Promise<Details> {
  const extra = variables['NODE_EXTRA_CA_CERTS'];
  if (extra && !existsSync(extra)) return { evidence: `NODE_EXTRA_CA_CERTS names ${extra}, which is not there` };
  const seen = await certificateOf(new URL(apiRoot));
  if (seen === undefined) return { evidence: code };
  const span = `valid from ${seen.from} to ${seen.to}; signed by ${seen.issuer}; the clock here says ${now.toISOString()}`;
  if (code === 'CERT_NOT_YET_VALID')
    return { evidence: span, hint: 'the clock of this machine is probably wrong: set it by a time service' };
  if (code === 'CERT_HAS_EXPIRED')
    return {
      evidence: span,
      hint: 'whoever runs the gateway has to renew it, unless the clock of this machine is wrong',
    };
  return { evidence: span };
}

/** The code of what Node threw. */
function causeOf({ cause }: RackError): string {
  if (cause instanceof AggregateError) return codeIn(cause.errors.at(-1));
  return codeIn(cause);
}

function codeIn(value: unknown): string {
  return value instanceof Error && 'code' in value && typeof value.code === 'string' ? value.code : '';
}

function isOnline(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}
