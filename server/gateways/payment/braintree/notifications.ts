import { createHash } from 'node:crypto';
import type { BraintreeGateway } from 'braintree';
import * as z from 'zod';
import type { GatewayEvent, GatewayNotification } from '../port.ts';
import { optionalText } from './answers.ts';
import { disputeShape } from './disputes.ts';
import { failureOf } from './reversals.ts';
import './sdk-types.ts';

const notification = z.looseObject({ kind: z.string().min(1).max(100), timestamp: z.coerce.date() });
const unreadable = { kind: 'unreadable', timestamp: new Date(0) };

/**
 * The parts that are read of each of Braintree's kinds that is acted on. Everything else is left out: data
 * minimisation.
 */
const eventReaders: Record<string, z.ZodType<GatewayEvent>> = {
  check: z.looseObject({}).transform(() => ({ kind: 'check' as const })),
  refund_failed: z
    .looseObject({
      transaction: z.looseObject({
        id: z.string().min(1),
        status: z.string(),
        processorResponseCode: optionalText,
        processorSettlementResponseCode: optionalText,
      }),
    })
    .transform(({ transaction }) => ({
      kind: 'refund_failed' as const,
      refundId: transaction.id,
      code: failureOf(transaction),
    })),
  transaction_settlement_declined: z
    .looseObject({ transaction: z.looseObject({ id: z.string().min(1) }) })
    .transform(({ transaction }) => ({ kind: 'settlement_declined' as const, transactionId: transaction.id })),
  ...Object.fromEntries(
    ['opened', 'under_review', 'disputed', 'won', 'lost', 'expired', 'accepted', 'auto_accepted'].map((what) => [
      `dispute_${what}`,
      z.looseObject({ dispute: disputeShape }).transform(({ dispute }) => ({ kind: 'dispute' as const, dispute })),
    ]),
  ),
  account_updater_daily_report: z
    .looseObject({ accountUpdaterDailyReport: z.looseObject({ reportUrl: z.url({ protocol: /^https?$/ }) }) })
    .transform(({ accountUpdaterDailyReport: { reportUrl } }) => ({ kind: 'cards_updated' as const, reportUrl })),
  payment_method_revoked_by_customer: z
    .looseObject({ revokedPaymentMethodMetadata: z.looseObject({ token: z.string().min(1) }) })
    .transform(({ revokedPaymentMethodMetadata: { token } }) => ({ kind: 'method_revoked' as const, token })),
};

/** Notifications posted by Braintree. The SDK checks the signature before it parses anything. */
export function createNotifications(sdk: BraintreeGateway) {
  /** Null: not from Braintree. An empty object: from Braintree, but the SDK cannot parse it. */
  async function parse(signature: string, payload: string): Promise<object | null> {
    try {
      return await sdk.webhookNotification.parse(signature, payload);
    } catch (error) {
      return (error as { type?: string }).type === 'invalidSignatureError' ? null : {};
    }
  }

  async function parseNotification({
    signature,
    payload,
  }: {
    signature: string;
    payload: string;
  }): Promise<GatewayNotification | null> {
    const parsed = await parse(signature, payload);
    if (parsed === null) return null;
    const { kind, timestamp } = notification.safeParse(parsed).data ?? unreadable;
    return {
      // A trailing line break is not signed.
      id: createHash('sha256').update(payload.trimEnd()).digest('hex'),
      kind,
      occurredAt: timestamp,
      event: eventReaders[kind]?.safeParse(parsed).data ?? null,
    };
  }

  return { parseNotification, answerChallenge: (challenge: string) => sdk.webhookNotification.verify(challenge) };
}
