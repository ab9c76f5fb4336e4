import type { Variables } from './types.ts';

/**
 * Certificates of the files that `SSL_CERT_FILE` and `NODE_EXTRA_CA_CERTS` name, together with Node's own;
 * undefined if there are none. Node applies the second variable itself, but not beside a list that is given.
 * Costly: only asked for once the usual authorities have failed.
 */
export async function additionalAuthorities(variables: Variables): Promise<string[] | undefined> {
  const paths = [variables['SSL_CERT_FILE'], variables['NODE_EXTRA_CA_CERTS']].filter(
    (path) => path !== undefined && path !== '',
  );
  if (paths.length === 0) return undefined;
  const [{ readFile }, { rootCertificates }] = await Promise.all([import('node:fs/promises'), import('node:tls')]);
  const found: string[] = [];
  for (const path of paths) {
    // A variable that points nowhere is not the reason of the failure: that one is reported.
    const text = await readFile(path ?? '', 'utf8').catch(() => '');
    if (text.includes('-----BEGIN CERTIFICATE-----')) found.push(text);
  }
  return found.length === 0 ? undefined : [...rootCertificates, ...found];
}
