import type { WebhookNotificationKind } from 'braintree';
import { connect } from '#server/gateways/payment/braintree/connection.ts';
import type { TestSite } from './site.ts';

type SignedForm = { bt_signature: string; bt_payload: string };

const credentials = { merchantId: 'evenkeel', publicKey: 'public', privateKey: 'private', timeoutMs: 1_000 };
/** The official SDK's own maker of reports, with the keys of the sandbox. */
const { webhookTesting } = connect({ environment: { url: 'http://localhost' }, ...credentials });

/** The report that the SDK has as an example of a kind. */
export async function sampleReport(kind: string, id = 'sample-1'): Promise<SignedForm> {
  return webhookTesting.sampleNotification(kind as WebhookNotificationKind, id);
}

/** As the gateway's own servers post it: no origin, no cookie. */
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
