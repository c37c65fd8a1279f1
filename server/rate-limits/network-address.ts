import { isIPv6 } from 'node:net';

const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** The groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...after];
}

/** `network`: the /56 around an IPv6 address. */
export type Caller = { address: string; network?: string };

/**
 * Identifies the caller: an IPv4 address; of an IPv6 address the /64, which one household has, and the /56 around it,
 * which most providers give a customer and which holds 256 of them.
 */
export function callerOf(ip: string): Caller {
  const mappedAddress = mapped.exec(ip)?.[1];
  if (mappedAddress) return { address: mappedAddress };
  if (!isIPv6(ip)) return { address: ip };
  const groups = groupsOf(ip.split('%')[0] ?? ip).map((group) => Number.parseInt(group, 16));
  const written = (parts: number[]) => parts.map((part) => part.toString(16)).join(':');
  const wider = [...groups.slice(0, 3), (groups[3] ?? 0) & 0xff00];
  return { address: `${written(groups.slice(0, 4))}::/64`, network: `${written(wider)}::/56` };
}
