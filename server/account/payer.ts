import type { SessionUser } from '../identity/session-repository.ts';
import type { Address } from '../db/schema.ts';
import type { Payer } from '../payments/send-payment.ts';

/** Where a person is billed and taxed; null until it is whole. */
export function billingAddress({
  line1,
  line2,
  city,
  region,
  postalCode,
  country,
}: Pick<SessionUser, keyof Address>): Address | null {
  if (line1 === null || city === null || country === null) return null;
  return { line1, line2: line2 ?? '', city, region: region ?? '', postalCode: postalCode ?? '', country };
}

type Circumstances = {
  address: Address;
  recurring: Payer['recurring'];
  cardholderName?: string | null;
  deviceData?: string | null;
  storeInVault?: boolean;
};

/**
 * A person as the gateway knows them: every charge and every kept card stand under the customer of their first payment.
 */
export function payerOf(
  user: SessionUser,
  { address, recurring, cardholderName = null, deviceData = null, storeInVault = false }: Circumstances,
): Payer {
  const { firstName, lastName, email } = user;
  return {
    customer: { id: user.gatewayCustomerId ?? user.id, firstName, lastName, email },
    billing: { ...address, line2: address.line2 || null },
    cardholderName,
    storeInVault,
    deviceData,
    recurring,
  };
}
