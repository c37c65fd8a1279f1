import type { PaymentMethodView, replacePaymentMethod as replaceRoute } from '#contract/api/payment-methods.ts';
import type { BodyOf } from '#contract/api/route.ts';
import { countryRow } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import type { RequiresAuthentication } from '../../checkout/authentication-rule.ts';
import { type DeclineProblem, refusedDecline } from '../../checkout/decline-texts.ts';
import { takesCardsOnly } from '../../checkout/offered-methods.ts';
import { payerOf } from '../../checkout/payer.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import type { Language } from '../../db/schema.ts';
import type { PaymentGateway, PaymentMethodDetails } from '../../gateways/payment/port.ts';
import { addressOf, type User } from '../../identity/user-repository.ts';
import { type Refusal, refuse, refuseFields } from '../../refusal.ts';
import { mayHaveBackup, saveBackupMethod } from './backup-method.ts';
import { savePaymentMethod } from './save-payment-method.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  gateway: PaymentGateway;
  requiresAuthentication: RequiresAuthentication;
};
type Request = { user: User; body: BodyOf<typeof replaceRoute>; language: Language };

/**
 * Verifies another payment method with the gateway and stores it in place of the old one, whose token is then deleted.
 * A refused method changes nothing. A backup is kept beside it, and is charged nothing now. A renewal that waits for a
 * card is charged to the new one, once.
 */
export async function replacePaymentMethod(
  { db, clock, gateway, requiresAuthentication }: Dependencies,
  { user, body, language }: Request,
): Promise<PaymentMethodView | Refusal<'PAYMENT_UNAVAILABLE' | 'VALIDATION' | DeclineProblem>> {
  const address = addressOf(user);
  if (!address) return refuseFields({ field: 'address', code: 'required' });
  const isBackup = body.as === 'BACKUP';
  if (isBackup && !(await mayHaveBackup(db, user.id)))
    return refuseFields({ field: 'nonce', code: 'payment_method_needed' });
  const { customer, billing } = payerOf(user, { address, recurring: null });
  const outcome = await gateway.vault({
    nonce: body.nonce,
    customer,
    billing,
    cardholderName: body.cardHolderName,
    // Only the gateway knows a nonce's type; wallets send no device data (specification 3.7).
    deviceData: countryRow(address.country)?.sendsDeviceData ? (body.deviceData ?? null) : null,
    authentication: requiresAuthentication(address.country) ? 'required' : 'if_present',
    cardsOnly: takesCardsOnly(address.country),
  });
  if (outcome.outcome === 'unknown') return refuse('PAYMENT_UNAVAILABLE');
  if (outcome.outcome !== 'vaulted') return refusedDecline(outcome, language);
  const at = clock.now();
  const { paymentMethod: method, authentication } = outcome;
  const save = isBackup ? saveBackupMethod : savePaymentMethod;
  const saved = await db.transaction().execute((trx) => save(trx, { userId: user.id, method, authentication, at }));
  if (isBackup && !saved) return refusedSame(language);
  return saved ? methodView(saved) : refuse('PAYMENT_UNAVAILABLE');
}

/** A wallet account is stored once: it cannot be its own backup. */
function refusedSame(language: Language): Refusal<'PAYMENT_METHOD_REJECTED'> {
  const message = m.account_backup_same({}, { locale: language });
  return refuse('PAYMENT_METHOD_REJECTED', { extra: { message } });
}

/** What may be displayed of a payment method. */
export function methodView({
  type,
  cardLastFour,
  cardBrand,
  expirationMonth,
  expirationYear,
  accountLabel,
}: Omit<PaymentMethodDetails, 'token'>): PaymentMethodView {
  return { type, cardLastFour, cardBrand, expirationMonth, expirationYear, accountLabel };
}
