import type { FieldErrorCode } from '#contract/fields/field-errors.ts';
import { isOutside } from '#contract/fields/postal-codes.ts';
import { isCountry } from './countries.ts';
import { isPostalCode } from './postal-codes.ts';
import { isRegion } from './regions.ts';
import { isTimezone } from './timezones.ts';

export type AddressToCheck = { country: string; region: string; postalCode: string; timeZone: string };
type Issue = { field: string; code: FieldErrorCode };

/** Checks an address against the lists: country, region, postal pattern, time zone (specification 5.5). */
export function addressIssues({ country, region, postalCode, timeZone }: AddressToCheck): Issue[] {
  if (!isCountry(country)) return [{ field: 'address.country', code: 'country_unknown' }];
  const issues: Issue[] = [];
  if (!isRegion({ country, region })) issues.push({ field: 'address.region', code: 'region_unknown' });
  if (!isPostalCode({ country, postalCode })) issues.push({ field: 'address.postalCode', code: 'postal_code' });
  else if (isOutside({ country, postalCode }))
    issues.push({ field: 'address.postalCode', code: 'postal_code_outside' });
  if (!isTimezone({ country, region, timezone: timeZone }))
    issues.push({ field: 'parent.timeZone', code: 'timezone_unknown' });
  return issues;
}
