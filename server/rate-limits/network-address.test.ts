import { expect, test } from 'vitest';
import { callerOf } from './network-address.ts';

test.each([
  ['203.0.113.9', '203.0.113.9', undefined],
  ['::ffff:203.0.113.9', '203.0.113.9', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:0::/56'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1:0::/56'],
  ['2001:db8:1:ff02::1', '2001:db8:1:ff02::/64', '2001:db8:1:ff00::/56'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/56'],
  ['::1', '0:0:0:0::/64', '0:0:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/56'],
])('%s counts as %s', (ip, address, network) => {
  expect(callerOf(ip)).toEqual({ address, ...(network ? { network } : {}) });
});
