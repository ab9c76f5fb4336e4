import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

const forbidden = new BlockList();
// Link-local: where clouds keep the credentials of a machine; the others of its kind one by one.
forbidden.addSubnet('169.254.0.0', 16, 'ipv4');
forbidden.addSubnet('fe80::', 10, 'ipv6');
// The same in the forms in which IPv6 carries IPv4.
for (const form of ['64:ff9b::a9fe:0', '64:ff9b:1::a9fe:0', '::a9fe:0', '::ffff:0:a9fe:0'])
  forbidden.addSubnet(form, 112, 'ipv6');
forbidden.addSubnet('2002:a9fe::', 32, 'ipv6');
forbidden.addAddress('fd00:ec2::254', 'ipv6');
forbidden.addAddress('fd20:ce::254', 'ipv6');
forbidden.addAddress('100.100.100.200', 'ipv4');
forbidden.addAddress('192.0.0.192', 'ipv4');
forbidden.addAddress('168.63.129.16', 'ipv4');

const near = new BlockList();
near.addSubnet('127.0.0.0', 8, 'ipv4');
near.addAddress('0.0.0.0', 'ipv4');
near.addSubnet('10.0.0.0', 8, 'ipv4');
near.addSubnet('172.16.0.0', 12, 'ipv4');
near.addSubnet('192.168.0.0', 16, 'ipv4');
near.addSubnet('100.64.0.0', 10, 'ipv4');
near.addAddress('::1', 'ipv6');
near.addAddress('::', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

/** The address is one that no request may go to. */
class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly code = 'EGRESS_REFUSED';
}

/** `http` is for this machine and its network: elsewhere the key could be read on the way. `any`: no public address either. */
export type Reach = 'http' | 'https' | 'public';

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Loopback or a private network. */
function isNearAddress(address: string): boolean {
  return near.check(address, familyOf(address));
}

/** Why an address is out of reach; undefined: it is not. */
function findBarrier(address: string, reach: Reach): string | undefined {
  if (forbidden.check(address, familyOf(address))) return 'a link-local or metadata address';
  const isNear = isNearAddress(address);
  if (reach === 'http' && !isNear) return 'plain http to an address outside of this machine and its network';
  if (reach === 'public' && isNear) return 'an address of this machine or its network';
  return undefined;
}

/** Throws EgressError; a name is judged once it is resolved. */
export function checkLiteral(host: string, reach: Reach): void {
  const bare = host.replace(/^\[|\]$/gu, '');
  if (isIP(bare) === 0) return;
  const barrier = findBarrier(bare, reach);
  if (barrier !== undefined) throw new EgressError(`Refused: ${barrier}.`);
}

/** Resolves a name at the moment of connecting, and leaves out what is out of reach: a name can change its mind. */
export function guardedLookup(reach: Reach): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: readonly LookupAddress[]) => {
      if (error !== null) return done(error, []);
      const within = addresses.filter(({ address }) => findBarrier(address, reach) === undefined);
      const [first] = within;
      if (first === undefined) {
        const barrier = findBarrier(addresses[0]?.address ?? '', reach) ?? 'no address';
        return done(new EgressError(`Refused: ${barrier}.`), []);
      }
      if (options.all === true) return done(null, [...within]);
      return done(null, first.address, first.family);
    });
  };
}
