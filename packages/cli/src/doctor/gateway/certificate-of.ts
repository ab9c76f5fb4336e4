import { connect } from 'node:tls';

export interface SeenCertificate {
  readonly from: string;
  readonly to: string;
  readonly issuer: string;
}

const patience = 3000;

/** The certificate that a server shows; nothing is sent to it. undefined: it shows none. */
export function certificateOf({ hostname, port }: URL): Promise<SeenCertificate | undefined> {
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    // Only to look at what is refused elsewhere: no request and no key goes over this connection.
    const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, timeout: patience });
    const end = (seen: SeenCertificate | undefined) => {
      socket.destroy();
      resolve(seen);
    };
    socket.once('secureConnect', () => {
      const { valid_from: from, valid_to: to, issuer } = socket.getPeerCertificate();
      const by = [issuer?.CN ?? issuer?.O ?? 'nobody'].flat().join(', ');
      end(from === undefined ? undefined : { from, to, issuer: by });
    });
    socket.once('timeout', () => end(undefined));
    socket.once('error', () => end(undefined));
  });
}
