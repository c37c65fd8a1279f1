import { expect, test } from 'vitest';
import { cardBrandName } from '#contract/fields/card-brands.ts';
import { walletNames } from '#contract/sign-up/payment-types.ts';
import { m } from '#messages/messages.js';
import { billing, charges, lastMail } from '../../setup/account-calls.ts';
import { pdfContains } from '../../setup/pdf-text.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, moveClockTo, runDue, signedIn, subscribe } from '../../setup/subscriber.ts';

const asOneLine = (text = '') => text.replaceAll(/\s+/g, ' ');
const paidBy = (paymentType: 'APPLE_PAY' | 'GOOGLE_PAY', nonce: string) => ({ nonce, change: { paymentType } });

async function invoicePdf(site: TestSite, userId: string): Promise<Buffer> {
  const headers = await signedIn(site, userId);
  const path = '/v2/account/documents';
  const { body } = await send<{ documents: { id: string }[] }>(site.app, { method: 'GET', path, headers });
  return (await site.app.inject({ url: `/api${path}/${body.documents[0]?.id}`, headers })).rawPayload;
}

test.each([
  ['APPLE_PAY', 'fake-apple-pay-visa-nonce', 'en', 'Visa', '1881', 'fake-android-pay-mastercard-nonce'],
  ['GOOGLE_PAY', 'fake-android-pay-mastercard-nonce', 'es', 'MasterCard', '4444', 'fake-apple-pay-visa-nonce'],
] as const)(
  '3.7-7: %s pays, is named with the card behind it on receipt, mail and PDF, is charged again at the renewal, and can be replaced',
  async (type, nonce, language, cardBrand, lastFour, other) => {
    const t = { locale: language };
    const site = await openSite();
    const address = { headers: { 'accept-language': language } };
    const parent = await subscribe(site, { ...paidBy(type, nonce), address });
    await drain(site);
    expect(await billing(site, parent.userId)).toMatchObject({
      paymentMethod: { type, cardBrand, cardLastFour: lastFour, expirationMonth: '12', accountLabel: null },
    });
    const account = m.payment_card_ending({ brand: cardBrandName(cardBrand), lastFour }, t);
    const named = m.payment_wallet_account({ wallet: walletNames[type], account }, t);
    expect(asOneLine((await lastMail(site, parent))?.text)).toContain(named);
    const line = `${m.receipt_payment_method({}, t)}: ${named}`;
    expect(pdfContains(await invoicePdf(site, parent.userId), line)).toBe(true);

    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    expect(await charges(site)).toEqual([14_400, 14_400]);
    expect(asOneLine((await lastMail(site, parent))?.text)).toContain(named);

    const answer = await send<{ paymentMethod: { type: string } }>(site.app, {
      method: 'POST',
      path: '/v2/account/payment-method',
      body: { nonce: other },
      headers: await signedIn(site, parent.userId),
    });
    expect(answer).toMatchObject({ status: 200, body: { paymentMethod: { type: expect.not.stringContaining(type) } } });
  },
);

test('PAY6, 3.7-8: a declined card in a phone wallet charges nothing, and the message refers to the wallet', async () => {
  const site = await openSite();
  for (const [language, words] of [
    ['en', 'Choose another card in your wallet'],
    ['es', 'Elija otra tarjeta en su billetera'],
  ] as const) {
    const registration = await readyToPay(site.app, { headers: { 'accept-language': language } });
    const nonce = await declinedAppleNonce(site);
    const { status, body } = await submitPayment(site.app, registration, paidBy('APPLE_PAY', nonce));
    expect({ status, text: body.validationErrors[0]?.text }).toEqual({
      status: 402,
      text: expect.stringContaining(words),
    });
  }
  expect(await charges(site)).toEqual([]);
});

/** As the sandbox's sheet requests it, with a token of the page. */
async function declinedAppleNonce(site: TestSite): Promise<string> {
  const { body } = await send<{ clientToken: string }>(site.app, {
    method: 'GET',
    path: '/v2/payment-client-token?country=US',
  });
  const token: { clientApiUrl: string; authorizationFingerprint: string } = JSON.parse(atob(body.clientToken));
  const answer = await fetch(`${token.clientApiUrl}/v1/payment_methods/apple_payment_tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      authorizationFingerprint: token.authorizationFingerprint,
      applePaymentToken: { declines: true },
    }),
  });
  const { applePayCards }: { applePayCards: { nonce: string }[] } = await answer.json();
  return applePayCards[0]?.nonce ?? '';
}
