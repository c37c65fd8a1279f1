import { BlockList, isIP } from 'node:net';

/** Addresses outside public networks (IANA's special-purpose registries), where our own machines may be reachable. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4');
const publicSix = new BlockList();
publicSix.addSubnet('2000::', 3, 'ipv6');
// These carry an IPv4 address inside, or are for documents.
for (const [network, prefix] of [
  ['2001::', 32],
  ['2002::', 16],
  ['2001:db8::', 32],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6');

/** Whether an address must never be called on request. Anything that is not an address counts as one. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return notPublic.check(address, 'ipv4');
  if (isIP(address) !== 6) return true;
  return notPublic.check(address, 'ipv6') || !publicSix.check(address, 'ipv6');
}
