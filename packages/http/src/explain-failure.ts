import { RackError } from '@modelrack/errors';

interface Explanation {
  readonly message: string;
  readonly hint?: string;
}

const ownAuthority: Explanation = {
  message: 'the certificate of the server is not signed by an authority that is known here',
  hint: 'if it is signed by your company or by yourself, put that certificate into a file and set NODE_EXTRA_CA_CERTS to its path',
};
const notTls: Explanation = {
  message: 'the server does not speak TLS at this address',
  hint: 'if it is a plain server, use http:// instead of https://',
};
const notHttp: Explanation = {
  message: 'the server does not speak HTTP at this address',
  hint: 'check the port; if it is a TLS server, use https://',
};
const noHost: Explanation = {
  message: 'the host name cannot be resolved',
  hint: 'check the spelling of the base URL and the network',
};
const noRoute: Explanation = {
  message: 'the host is unreachable',
  hint: 'check the network, the VPN and the proxy',
};

const explanations: Readonly<Record<string, Explanation>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: ownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: ownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: ownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ownAuthority,
  CERT_UNTRUSTED: ownAuthority,
  CERT_HAS_EXPIRED: { message: 'the certificate of the server has expired', hint: "check this machine's clock" },
  CERT_NOT_YET_VALID: { message: 'the certificate of the server is not valid yet', hint: "check this machine's clock" },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    message: 'the certificate of the server is for another host',
    hint: 'check the host in the base URL',
  },
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: notTls,
  EPROTO: notTls,
  ENOTFOUND: noHost,
  EAI_AGAIN: noHost,
  ECONNREFUSED: {
    message: 'nothing is listening at this address',
    hint: 'is the gateway running? check host and port of the base URL',
  },
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  EADDRNOTAVAIL: noRoute,
  ETIMEDOUT: { message: 'the host does not answer', hint: 'check the network, the VPN and the proxy' },
  ECONNRESET: { message: 'the server closed the connection without an answer' },
  EPIPE: { message: 'the server closed the connection without an answer' },
};

const resets = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);
const untrusted = new Set(Object.keys(explanations).filter((code) => explanations[code] === ownAuthority));

/** Whether the connection broke, so that a second attempt may do. */
export function isReset(cause: unknown): boolean {
  return resets.has(codeOf(cause));
}

/** Whether only an unknown certificate authority stood in the way; nothing was sent yet. */
export function isUntrusted(cause: unknown): boolean {
  return untrusted.has(codeOf(cause));
}

/** Turns what Node throws for a failed connection into an error for people; `path` is the URL without secrets. */
export function explainFailure(cause: unknown, path: string): RackError {
  if (cause instanceof RackError) return cause.with({ path });
  const code = codeOf(cause);
  if (code.startsWith('HPE_')) return new RackError('not-a-gateway', notHttp.message, { hint: notHttp.hint, path });
  if (code === 'ERR_INVALID_CHAR') {
    // Node's own message is left out: it may quote the header.
    return new RackError('usage', 'a header contains a character that cannot be sent', { path });
  }
  const known = explanations[code];
  if (known !== undefined) return new RackError('unreachable', known.message, { hint: known.hint, path, cause });
  // The agent's own error has no code.
  if (cause instanceof Error && /proxy connection/i.test(cause.message)) {
    return new RackError('unreachable', 'the proxy closed the connection', { hint: 'see HTTPS_PROXY', path, cause });
  }
  const what = code === '' ? 'the request failed' : `the request failed (${code})`;
  return new RackError('unreachable', what, { path, cause });
}

/** The `code` of a Node error; of the last attempt if several addresses were tried. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof AggregateError ? codeOf(cause.errors.at(-1)) : '';
}
