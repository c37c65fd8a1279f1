import { expect, test } from 'vitest';
import { townLine } from './address-lines.ts';

test.each([
  [{ city: 'Minneapolis', region: 'Minnesota', postalCode: '55401' }, 'Minneapolis, Minnesota 55401'],
  [{ city: 'London', region: 'England', postalCode: 'SW1A 1AA' }, 'London, England SW1A 1AA'],
  [{ city: 'Auckland', region: 'Auckland', postalCode: '1010' }, 'Auckland 1010'],
  [{ city: 'Singapore', region: '', postalCode: '018956' }, 'Singapore, 018956'],
  [{ city: 'Nuuk', region: null, postalCode: null }, 'Nuuk'],
])('T14: the town line of %j is %s', (town, line) => {
  expect(townLine(town)).toBe(line);
});
