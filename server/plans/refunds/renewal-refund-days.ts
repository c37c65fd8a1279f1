import { isServedCountry, type ServedCountry } from '#contract/fields/countries.ts';

/** Days after a renewal's charge within which its payer can refund it themselves, by the country of the bill. */
const table = { US: 14, CA: 14, GB: 14, AU: 14, NZ: 14, MX: 14 } as const satisfies Record<ServedCountry, number>;

/** Where we no longer sell, those of the United States. */
export function renewalRefundDays(country: string | null): number {
  return table[country !== null && isServedCountry(country) ? country : 'US'];
}
