/** Says whether a URL's `hostname` names this machine; such a host is never reached through a proxy. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  if (host === '::1' || host === '::' || host === '0.0.0.0') return true;
  // `URL` has made every spelling of an IPv4 address dotted, and mapped ones hexadecimal.
  return /^127(?:\.\d+){3}$/.test(host) || /^::ffff:7f[0-9a-f]{2}:/.test(host);
}
