import { RackError } from '@modelrack/errors';
import { isLoopbackHost } from './loopback-host.ts';
import type { Variables } from './types.ts';

/**
 * The proxy that the variables name for a URL, undefined for none. The rules of curl and of the package
 * `proxy-from-env`, which reads `process.env` only: lower case first, `NO_PROXY` with leading dots, stars
 * and ports. A loopback host never has one. Throws `unreachable` for a proxy that we cannot speak to.
 */
export function proxyFor(url: URL, variables: Variables): URL | undefined {
  if (isLoopbackHost(url.hostname)) return undefined;
  const scheme = url.protocol.slice(0, -1);
  const value = read(variables, `${scheme}_proxy`) || read(variables, 'all_proxy');
  if (value === '' || isExcluded(url, read(variables, 'no_proxy'))) return undefined;
  const proxy = parse(value);
  if (proxy === undefined) {
    throw new RackError('unreachable', 'the address of the proxy is not a URL', { hint: variableHint(scheme) });
  }
  if (proxy.protocol !== 'http:' && proxy.protocol !== 'https:') {
    throw new RackError('unreachable', `a proxy of type ${proxy.protocol.slice(0, -1)} cannot be used`, {
      hint: `name an http:// proxy, or the host in NO_PROXY; ${variableHint(scheme)}`,
    });
  }
  return proxy;
}

function variableHint(scheme: string): string {
  return `see ${scheme.toUpperCase()}_PROXY and ALL_PROXY`;
}

function read(variables: Variables, name: string): string {
  return (variables[name] || variables[name.toUpperCase()] || '').trim();
}

function parse(value: string): URL | undefined {
  const text = value.includes('://') ? value : `http://${value}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}

function isExcluded(url: URL, list: string): boolean {
  if (list === '*') return true;
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && matches(entry, host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  const withPort = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry);
  if (withPort !== null && withPort[2] !== port) return false;
  const name = bare(withPort?.[1] ?? entry);
  if (name === '*') return true;
  if (name.startsWith('*')) return host.endsWith(name.slice(1));
  if (name.startsWith('.')) return host.endsWith(name) || host === name.slice(1);
  // As curl and most tools do: a plain domain covers its subdomains.
  return host === name || host.endsWith(`.${name}`);
}

function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
