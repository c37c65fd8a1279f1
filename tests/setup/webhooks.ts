import { createHash, createHmac } from 'node:crypto';
import type { WebhookNotificationKind } from 'braintree';
import { connect } from '#server/gateways/payment/braintree/connection.ts';
import type { TestSite } from './site.ts';

type SignedForm = { bt_signature: string; bt_payload: string };

const credentials = { merchantId: 'evenkeel', publicKey: 'public', privateKey: 'private', timeoutMs: 1_000 };
/** The official SDK's generator of webhooks, with the sandbox's keys. */
const { webhookTesting } = connect({ environment: { url: 'http://localhost' }, ...credentials });

/** The SDK's sample webhook of a kind. */
export async function sampleReport(kind: string, id = 'sample-1'): Promise<SignedForm> {
  return webhookTesting.sampleNotification(kind as WebhookNotificationKind, id);
}

/** Posted as by the gateway's servers: no origin, no cookie. */
export async function postReport(
  { app }: Pick<TestSite, 'app'>,
  form: Partial<SignedForm>,
  headers: Record<string, string> = {},
) {
  return app.inject({
    method: 'POST',
    url: '/api/webhooks/braintree',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });
}

/** The SDK's signing key: the digest of the private key. */
export const signatureOf = (payload: string) =>
  `public|${createHmac('sha1', createHash('sha1').update('private').digest()).update(payload).digest('hex')}`;

export function signed(xml: string): SignedForm {
  const payload = Buffer.from(xml).toString('base64');
  return { bt_signature: signatureOf(payload), bt_payload: payload };
}

export type Disputed = {
  id?: string;
  transactionId: string;
  cents: number;
  /** For a partly won dispute. */
  wonCents?: number;
  kind?: 'chargeback' | 'pre_arbitration' | 'retrieval';
  at: Date;
};

/** A dispute webhook in Braintree's format. `status`: `open`, `won` … */
export function disputeReport(status: string, disputed: Disputed): SignedForm {
  const { id = 'dispute-1', transactionId, cents, wonCents = cents, kind = 'chargeback', at } = disputed;
  const amount = (cents / 100).toFixed(2);
  const won = status === 'won' ? (wonCents / 100).toFixed(2) : '0.00';
  return signed(`<notification>
    <timestamp type="datetime">${at.toISOString()}</timestamp>
    <kind>dispute_${status === 'open' ? 'opened' : status}</kind>
    <subject><dispute>
      <id>${id}</id><kind>${kind}</kind><status>${status}</status><reason>fraud</reason>
      <amount>${amount}</amount><amount-disputed>${amount}</amount-disputed><amount-won>${won}</amount-won>
      <currency-iso-code>USD</currency-iso-code>
      <received-date type="date">${at.toISOString().slice(0, 10)}</received-date>
      <reply-by-date type="date">2026-12-24</reply-by-date>
      <transaction><id>${transactionId}</id><amount>${amount}</amount></transaction>
    </dispute></subject>
  </notification>`);
}

/** A customer in the gateway's vault. */
export async function customerAt(sandboxUrl: string, id: string) {
  const { firstName, email } = await connect({ environment: { url: sandboxUrl }, ...credentials }).customer.find(id);
  return { firstName, email };
}

/** Settles a sale at the gateway. */
export async function settleSale(sandboxUrl: string, transactionId: string): Promise<void> {
  await connect({ environment: { url: sandboxUrl }, ...credentials }).testing.settle(transactionId);
}

/** The bank declines a sale or refund that the gateway has accepted. */
export async function declineSettlement(sandboxUrl: string, transactionId: string): Promise<void> {
  const sdk = connect({ environment: { url: sandboxUrl }, ...credentials });
  await sdk.testing.settlementDecline(transactionId);
}
