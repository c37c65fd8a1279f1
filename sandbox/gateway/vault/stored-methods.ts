import type { GatewayContext, GatewayPaymentMethod } from '../gateway-context.ts';
import { newId } from '../identifiers.ts';
import type { Card, CardUpdateRecord, PaymentMethodRecord } from '../records.ts';
import { paymentMethodView } from '../views.ts';

/**
 * What happens to a stored method without its merchant: cards expire, banks replace them, a permission is withdrawn.
 */

function saveMethod(
  { context, method }: GatewayPaymentMethod,
  changes: Partial<PaymentMethodRecord>,
): PaymentMethodRecord {
  const updated = { ...method, ...changes, updatedAt: context.clock.now().toISOString() };
  context.store.paymentMethods.put(updated.token, updated);
  return updated;
}

/** The card's last month has passed: charging it is declined (2004). */
export function expireCard({ context, method }: GatewayPaymentMethod): PaymentMethodRecord | null {
  if (method.instrument.kind !== 'credit_card') return null;
  const now = context.clock.now();
  const past = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  return saveMethod({ context, method }, { instrument: { ...method.instrument, ...monthOf(past) } });
}

/** The account updater reports a new card: another number, valid for three more years. */
export function updateCard({ context, method }: GatewayPaymentMethod): PaymentMethodRecord | null {
  if (method.instrument.kind !== 'credit_card') return null;
  const now = context.clock.now();
  const later = new Date(Date.UTC(now.getUTCFullYear() + 3, now.getUTCMonth(), 1));
  const lastFour = String((Number(method.instrument.lastFour) + 1) % 10_000).padStart(4, '0');
  const instrument: Card = { ...method.instrument, ...monthOf(later), lastFour };
  const update: CardUpdateRecord = {
    id: newId(),
    at: now.toISOString(),
    token: method.token,
    customerId: method.customerId,
    before: expiryAndEnding(method.instrument),
    after: expiryAndEnding(instrument),
  };
  context.store.cardUpdates.put(update.id, update);
  const date = update.at.slice(0, 10);
  context.webhooks.publish({
    kind: 'account_updater_daily_report',
    about: method.token,
    subject: {
      account_updater_daily_report: {
        report_date: date,
        report_url: `${context.publicUrl}/control/account-updater/${date}.csv`,
      },
    },
  });
  return saveMethod({ context, method }, { instrument });
}

/** The person revoked the permission in PayPal or Venmo: charging it is declined (2038). */
export function revokeAccount({ context, method }: GatewayPaymentMethod): PaymentMethodRecord | null {
  const { instrument } = method;
  if (instrument.kind !== 'paypal_account' && instrument.kind !== 'venmo_account') return null;
  const revoked = saveMethod({ context, method }, { instrument: { ...instrument, behaviour: 'wallet_declined' } });
  const [element, value] = paymentMethodView({ context, method: revoked });
  const subject = { ...value, revoked_at: new Date(revoked.updatedAt) };
  context.webhooks.publish({
    kind: 'payment_method_revoked_by_customer',
    about: method.token,
    subject: { [element]: subject },
  });
  return revoked;
}

/** The updater's report of one day, one line per card. */
export function updaterReport({ context, date }: { context: GatewayContext; date: string }): string {
  const lines = context.store.cardUpdates
    .all()
    .filter(({ at }) => at.startsWith(date))
    .map(({ token, customerId, before, after }) =>
      [token, customerId, before.lastFour, after.lastFour, before.expiry, after.expiry].join(','),
    );
  const heads = 'Payment Method Token,Customer ID,Old Last 4,New Last 4,Old Expiration Date,New Expiration Date';
  return `${[heads, ...lines].join('\n')}\n`;
}

function monthOf(date: Date): { expirationMonth: string; expirationYear: string } {
  return {
    expirationMonth: String(date.getUTCMonth() + 1).padStart(2, '0'),
    expirationYear: String(date.getUTCFullYear()),
  };
}

function expiryAndEnding({ lastFour, expirationMonth, expirationYear }: Card): { lastFour: string; expiry: string } {
  return { lastFour, expiry: `${expirationMonth}/${expirationYear}` };
}
