import type { Settled } from '../checkout/settle-payment.ts';
import type { Trx } from '../db/pool.ts';
import { recordConsent } from '../identity/consent-repository.ts';
import { savePaymentMethod } from './methods/save-payment-method.ts';

type Agreement = Settled<'UPGRADE' | 'NEW_START'>;

/** Records that a payer in the account agreed to renewals, if they were offered, and stores a newly entered card. */
export async function agreeToRenewals(trx: Trx, { purchase, outcome, at }: Agreement): Promise<void> {
  const { buyerId: userId, consent, country, language, payer, quote } = purchase;
  if (outcome.outcome === 'approved' && payer.storeInVault)
    await savePaymentMethod(trx, { userId, method: outcome.paymentMethod, at });
  if (quote.renewal.cancelled) return;
  const { textVersion, form } = consent;
  await recordConsent(trx, { userId, kind: 'RENEWAL', given: true, textVersion, form, country, language, at });
}
