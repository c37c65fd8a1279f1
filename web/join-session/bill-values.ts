import type { StepOneValues } from './join-session.ts';

type Address = { line1: string; line2: string; city: string; region: string; postalCode: string; country: string };
export type BillValues = Pick<
  StepOneValues,
  'billingAddress' | 'billingAddress2' | 'country' | 'city' | 'region' | 'postalCode' | 'timezone'
>;

/** The billing address stored on the server, as the session holds it; empty before the first. */
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
