import { isIPv6 } from 'node:net';

const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Groups of an IPv6 address, the `::` filled up. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...after];
}

/** What counts as one caller: an IPv4 address, or the /64 network of an IPv6 address, of which a household has one. */
export function networkOf(ip: string): string {
  const inside = mapped.exec(ip)?.[1];
  if (inside) return inside;
  if (!isIPv6(ip)) return ip;
  const groups = groupsOf(ip.split('%')[0] ?? ip).slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
