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

const british = { country: 'GB', region: 'ENG', timeZone: 'Europe/London' };
const australian = { country: 'AU', region: 'NSW', timeZone: 'Australia/Sydney' };

test.each([
  ['Jersey', { ...british, postalCode: 'je2 3ab' }],
  ['Guernsey', { ...british, postalCode: 'GY11AA' }],
  ['Norfolk Island', { ...australian, postalCode: '2899' }],
  ['Christmas Island', { ...australian, region: 'WA', timeZone: 'Australia/Perth', postalCode: '6798' }],
  ['Puerto Rico', { ...right, postalCode: '00907-1234' }],
  ['Guam', { ...right, postalCode: '96910' }],
  ['American Samoa', { ...right, postalCode: '96799' }],
])('S8: an address in %s does not belong to the country whose postal service delivers there', (_, address) => {
  expect(addressIssues(address)).toEqual([{ field: 'address.postalCode', code: 'postal_code_outside' }]);
});

test.each([
  ['the Isle of Man, which has British VAT', { ...british, postalCode: 'IM1 1AA' }],
  ['Lord Howe Island', { ...australian, timeZone: 'Australia/Lord_Howe', postalCode: '2898' }],
  ['Hawaii', { ...right, region: 'HI', timeZone: 'Pacific/Honolulu', postalCode: '96801' }],
  ['Lloydminster', { country: 'CA', region: 'SK', postalCode: 'S9V 0A1', timeZone: 'America/Edmonton' }],
])('S8: an address is right in %s', (_, address) => {
  expect(addressIssues(address)).toEqual([]);
});

test('all errors are reported at once', () => {
  expect(
    addressIssues({ country: 'US', region: 'ON', postalCode: 'x', timeZone: 'Europe/London' }).map(
      ({ field }) => field,
    ),
  ).toEqual(['address.region', 'address.postalCode', 'parent.timeZone']);
});
