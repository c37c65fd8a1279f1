import * as z from 'zod';
import { countryRow } from '#contract/fields/countries.ts';
import { type PaymentType, type WalletType, walletSwitches } from '#contract/sign-up/payment-types.ts';
import type { Language } from '../db/schema.ts';
import type { Rejection } from '../gateways/payment/port.ts';
import type { Refusal } from '../refusal.ts';
import { type DeclineProblem, refusedDecline } from './decline-texts.ts';

/** Whether an operator has disabled a wallet for everybody. */
export type IsSwitchedOff = (wallet: WalletType) => Promise<boolean>;

const switchedOff: Rejection = { outcome: 'rejected', errors: [{ field: 'switched_off', code: 'switched_off' }] };
const paidByWallet = z.object({
  payment: z.object({ paymentType: z.enum(Object.keys(walletSwitches) as [WalletType, ...WalletType[]]) }),
});

/** Refuses a disabled wallet, which pages opened earlier still show. `body`: the request's. */
export async function refusedSwitch(
  isSwitchedOff: IsSwitchedOff,
  { body, language }: { body: unknown; language: Language },
): Promise<Refusal<DeclineProblem> | null> {
  const wallet = paidByWallet.safeParse(body).data?.payment.paymentType;
  return wallet !== undefined && (await isSwitchedOff(wallet)) ? refusedDecline(switchedOff, language) : null;
}

const notOffered: Rejection = { outcome: 'rejected', errors: [{ field: 'not_offered', code: 'not_offered' }] };

/** Where no wallet is offered, the gateway is asked to confirm that a nonce belongs to a card. */
export function takesCardsOnly(country: string): boolean {
  return countryRow(country)?.wallets.length === 0;
}

/**
 * Rejects a wallet that is not offered in the billing country (specification 2.8, 6), by the table that the pages use.
 * Only the gateway knows a nonce's type, so it is asked where only cards are accepted.
 */
export function refusedOffer({
  paymentType,
  country,
  language,
}: {
  paymentType: PaymentType | null;
  country: string;
  language: Language;
}): Refusal<DeclineProblem> | null {
  if (paymentType === null || paymentType === 'CREDIT_CARD') return null;
  return countryRow(country)?.wallets.includes(paymentType) ? null : refusedDecline(notOffered, language);
}
