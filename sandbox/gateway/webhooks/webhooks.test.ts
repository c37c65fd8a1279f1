import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startGateway } from '../gateway-under-test.ts';
import type { WebhookRecord } from './webhook-record.ts';

declare module 'braintree' {
  interface WebhookNotificationGateway {
    verify(challenge: string): string;
  }
}

type Form = { bt_signature: string; bt_payload: string };
type Listed = WebhookRecord & { isTaken: boolean; form: Form };

let merchant: Server;
let received: Form[];
let answers: number[];
let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeEach(async () => {
  received = [];
  answers = [];
  merchant = createServer(async (request, response) => {
    const challenge = new URL(request.url ?? '', 'http://localhost').searchParams.get('bt_challenge');
    if (challenge !== null) return response.end(gateway.sdk.webhookNotification.verify(challenge));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push(Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())) as Form);
    return response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve));
  const { port } = merchant.address() as AddressInfo;
  gateway = await startGateway({ webhooks: { url: `http://127.0.0.1:${port}/hook`, retryDelaysMs: [20, 40] } });
});
afterEach(async () => {
  await gateway.close();
  merchant.close();
});

const parse = ({ bt_signature, bt_payload }: Form) => gateway.sdk.webhookNotification.parse(bt_signature, bt_payload);
const listed = async (): Promise<Listed[]> => (await gateway.call('GET', '/control/webhooks')).body.webhooks;
const untilReceived = (count: number) => vi.waitFor(() => expect(received).toHaveLength(count));

async function first(): Promise<Form> {
  await untilReceived(1);
  const [form] = received;
  if (!form) throw new Error('Nothing was received');
  return form;
}

async function storeMethod(paymentMethodNonce: string): Promise<string> {
  const { customer } = await gateway.sdk.customer.create({});
  const stored = await gateway.sdk.paymentMethod.create({ customerId: customer.id, paymentMethodNonce });
  return stored.paymentMethod.token;
}
const byHand = (token: string, action: string) =>
  gateway.call('POST', `/control/stored-methods/${token}`, { action }).then(({ body }) => body);

describe('a webhook', () => {
  test('is signed as the SDK expects, and posted', async () => {
    await gateway.call('POST', '/control/webhooks/check');
    const form = await first();
    expect(await parse(form)).toMatchObject({ kind: 'check', timestamp: expect.any(String), subject: { check: true } });
    await expect(parse({ ...form, bt_payload: `A${form.bt_payload.slice(1)}` })).rejects.toMatchObject({
      type: 'invalidSignatureError',
    });
    await vi.waitFor(async () => expect((await listed())[0]).toMatchObject({ isTaken: true, form }));
  });

  test('is posted again until accepted', async () => {
    answers = [500, 403];
    await gateway.call('POST', '/control/webhooks/check');
    await untilReceived(3);
    await vi.waitFor(async () =>
      expect((await listed())[0]?.attempts.map(({ status }) => status)).toEqual([500, 403, 200]),
    );
    expect(new Set(received.map(({ bt_payload }) => bt_payload)).size).toBe(1);
  });

  test('is resent unchanged on request', async () => {
    await gateway.call('POST', '/control/webhooks/check');
    const form = await first();
    const [sent] = await listed();
    expect((await gateway.call('POST', `/control/webhooks/${sent?.id}/send`)).body).toMatchObject({ isTaken: true });
    expect(received).toEqual([form, form]);
    expect((await gateway.call('POST', '/control/webhooks/nobody/send')).status).toBe(404);
  });

  test('is held back on request, to be sent in any order', async () => {
    await gateway.call('PUT', '/control/webhooks', { held: true });
    const token = await storeMethod('fake-paypal-billing-agreement-nonce');
    await gateway.call('POST', '/control/webhooks/check');
    await byHand(token, 'revoke');
    expect(received).toEqual([]);
    for (const { id } of (await listed()).toReversed()) await gateway.call('POST', `/control/webhooks/${id}/send`);
    expect(await Promise.all(received.map(async (form) => (await parse(form)).kind))).toEqual([
      'payment_method_revoked_by_customer',
      'check',
    ]);
    await gateway.call('PUT', '/control/webhooks', { held: false });
    await gateway.call('POST', '/control/webhooks/check');
    await untilReceived(3);
  });

  test('has a challenge that verifies the merchant’s address', async () => {
    expect((await gateway.call('POST', '/control/webhooks/challenge')).body).toEqual({ isOurs: true });
  });
});

describe('a stored method', () => {
  test('that its holder revoked is reported, and cannot be charged', async () => {
    const token = await storeMethod('fake-paypal-billing-agreement-nonce');
    await byHand(token, 'revoke');
    expect(await parse(await first())).toMatchObject({
      kind: 'payment_method_revoked_by_customer',
      revokedPaymentMethodMetadata: { token, revokedPaymentMethod: { email: 'jane.doe@paypal.example' } },
    });
    const sale = await gateway.sdk.transaction.sale({ amount: '5.00', paymentMethodToken: token });
    expect(sale.transaction.processorResponseCode).toBe('2038');
  });

  test('that expires is declined, and is charged again after the updater has renewed it', async () => {
    const token = await storeMethod('fake-valid-visa-nonce');
    const sale = async () => {
      const request = { amount: '5.00', paymentMethodToken: token, transactionSource: 'recurring' } as const;
      return (await gateway.sdk.transaction.sale(request)).transaction.processorResponseCode;
    };
    await byHand(token, 'expire');
    expect(await gateway.sdk.paymentMethod.find(token)).toMatchObject({ expired: true });
    expect(await sale()).toBe('2004');
    await byHand(token, 'update');
    expect(await gateway.sdk.paymentMethod.find(token)).toMatchObject({ expired: false, last4: '1112' });
    expect(await sale()).toBe('1000');
    const told = await parse(await first());
    if (told.kind !== 'account_updater_daily_report')
      throw new Error(`Expected the updater's report, got ${told.kind}`);
    const { accountUpdaterDailyReport: report } = told;
    expect(report.reportDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    const lines = (await (await fetch(`${gateway.url}${new URL(report.reportUrl).pathname}`)).text())
      .trim()
      .split('\n');
    expect(lines[1]).toMatch(new RegExp(`^${token},\\w+,1111,1112,\\d\\d/\\d{4},\\d\\d/\\d{4}$`));
  });
});
