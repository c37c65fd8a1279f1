import type { PaymentType } from '#contract/api/payments.ts';
import type { User } from '../identity/user-repository.ts';
import { deviceDataOf } from '../checkout/purchase.ts';
import type { Address } from '../db/schema.ts';
import type { Payer } from '../payments/send-payment.ts';

/**
 * The address of the practice: where the professional is billed and taxed. Registration has seen to its being whole.
 */
export function practiceAddress({ line1, line2, city, region, postalCode, country }: User): Address {
  return {
    line1: line1 ?? '',
    line2: line2 ?? '',
    city: city ?? '',
    region: region ?? '',
    postalCode: postalCode ?? '',
    country: country ?? 'US',
  };
}

/** A professional pays once; the method is not kept, and nothing renews on it. */
export function professionalPayer(
  user: User,
  payment: { cardHolderName: string | null; paymentType: PaymentType | null; deviceData?: string | undefined },
): Payer {
  const { id, firstName, lastName, email } = user;
  const address = practiceAddress(user);
  return {
    customer: { id, firstName, lastName, email },
    billing: { ...address, line2: address.line2 || null },
    cardholderName: payment.cardHolderName,
    storeInVault: false,
    deviceData: deviceDataOf({ payment, country: address.country }),
    recurring: null,
  };
}
