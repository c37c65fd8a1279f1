import { expect, test } from 'vitest';
import { addressIssues } from './address-rules.ts';

const right = { country: 'US', region: 'MN', postalCode: '55401', timeZone: 'America/Chicago' };

test('an address that fits its country has no issues', () => {
  expect(addressIssues(right)).toEqual([]);
  expect(addressIssues({ country: 'CA', region: 'SK', postalCode: 's4p3y2', timeZone: 'America/Regina' })).toEqual([]);
  expect(addressIssues({ country: 'GB', region: 'SCT', postalCode: 'EH1 2DP', timeZone: 'Europe/London' })).toEqual([]);
});

test.each([
  [{ country: 'QQ' }, [{ field: 'address.country', code: 'country_unknown' }]],
  [{ region: 'Minnesota' }, [{ field: 'address.region', code: 'region_unknown' }]],
  [{ postalCode: 'K1A 0B1' }, [{ field: 'address.postalCode', code: 'postal_code' }]],
  [{ timeZone: 'America/New_York' }, [{ field: 'parent.timeZone', code: 'timezone_unknown' }]],
  [{ timeZone: '' }, [{ field: 'parent.timeZone', code: 'timezone_unknown' }]],
])('%j is reported on its field', (change, issues) => {
  expect(addressIssues({ ...right, ...change })).toEqual(issues);
});

test('all errors are reported at once', () => {
  expect(
    addressIssues({ country: 'US', region: 'ON', postalCode: 'x', timeZone: 'Europe/London' }).map(
      ({ field }) => field,
    ),
  ).toEqual(['address.region', 'address.postalCode', 'parent.timeZone']);
});
