import type { StepOneValues } from './join-session.ts';

type Address = { line1: string; line2: string; city: string; region: string; postalCode: string; country: string };
type BillValues = Pick<
  StepOneValues,
  'billingAddress' | 'billingAddress2' | 'country' | 'city' | 'region' | 'postalCode' | 'timezone'
>;

/** The bill that the server has, as the session keeps it; empty where there is none yet. */
export function billValuesOf({
  address,
  timeZone,
}: {
  address: Address | null;
  timeZone?: string | null | undefined;
}): BillValues {
  return {
    billingAddress: address?.line1 ?? '',
    billingAddress2: address?.line2 ?? '',
    country: address?.country ?? '',
    city: address?.city ?? '',
    region: address?.region ?? '',
    postalCode: address?.postalCode ?? '',
    timezone: timeZone ?? '',
  };
}
