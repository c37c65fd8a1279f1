import type { Settled } from '../checkout/settle-payment.ts';
import type { Trx } from '../db/pool.ts';
import { recordConsent } from '../identity/consent-repository.ts';

type Bought = Pick<Settled<'PROFESSIONAL_PLAN' | 'CODE_BUNDLE'>, 'purchase' | 'at'>;

/** The terms that a professional accepted with a payment. Nothing of it renews, and they were not asked about news. */
export function recordTerms(trx: Trx, { purchase, at }: Bought): Promise<void> {
  const { professionalId: userId, consent, country, language } = purchase;
  const { textVersion, form } = consent;
  return recordConsent(trx, { userId, kind: 'TERMS', given: true, textVersion, form, country, language, at });
}
