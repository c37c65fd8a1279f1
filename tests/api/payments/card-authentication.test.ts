import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { minutes } from '#server/clock.ts';
import { reconcilePaymentJob } from '#server/jobs/reconcile-payment.ts';
import { book, type Problem } from '../../setup/account-calls.ts';
import { frictionless, inLondon, lookUp, stepUp } from '../../setup/providers/card-holder.ts';
import { setFault } from '../../setup/sandbox.ts';
import { price, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, signedIn, subscribe } from '../../setup/subscriber.ts';

const british = (site: TestSite) => readyToPay(site.app, inLondon);
const ruleFor = async (site: TestSite, country: string) =>
  (await send(site.app, { method: 'GET', path: `/v2/payment-client-token?country=${country}` })).body['authentication'];

describe('strong customer authentication', () => {
  test('a British card is charged once its holder was authenticated, and the proof is stored', async () => {
    const site = await openSite();
    expect([await ruleFor(site, 'GB'), await ruleFor(site, 'US')]).toEqual(['required', 'if_asked']);
    const registration = await british(site);
    const quote = await price(site.app, registration);
    const submit = (nonce: string) => submitPayment(site.app, registration, { quote, nonce, agreedToTerms: true });
    for (const nonce of ['fake-valid-visa-nonce', 'fake-three-d-secure-two-visa-error-on-lookup-nonce']) {
      const refused = await submit(nonce);
      expect([refused.status, refused.body]).toEqual([
        402,
        expect.objectContaining({ code: 'AUTHENTICATION_REQUIRED' }),
      ]);
      expect(JSON.stringify(refused.body)).toMatch(/nothing was charged/i);
    }
    expect(await book(site)).toEqual([]);
    expect((await submit(frictionless)).status).toBe(200);
    expect(await book(site)).toHaveLength(1);
    const { outcome } = await site.dependencies.db
      .selectFrom('paymentAttempts')
      .select('outcome')
      .where('state', '=', 'APPROVED')
      .executeTakeFirstOrThrow();
    expect(outcome).toMatchObject({
      authentication: { status: 'authenticate_successful', liabilityShifted: true, eci: '05', version: '2.2.0' },
    });
  });

  test('an authentication for another amount charges nothing, and must be repeated', async () => {
    const site = await openSite();
    const registration = await british(site);
    const quote = await price(site.app, registration);
    const nonceFor = (cents: number) => lookUp(site, { nonce: null, cents });
    const submit = (nonce: string) => submitPayment(site.app, registration, { quote, nonce, agreedToTerms: true });
    const refused = await submit(await nonceFor(quote.totals.total - 100));
    expect([refused.status, refused.body]).toEqual([402, expect.objectContaining({ code: 'AUTHENTICATION_REQUIRED' })]);
    expect(await book(site)).toEqual([]);
    expect((await submit(await nonceFor(quote.totals.total))).status).toBe(200);
    expect(await book(site)).toHaveLength(1);
  });

  test('without a verifiable authentication no sale is sent, and Pay can be clicked again', async () => {
    const site = await openSite();
    const registration = await british(site);
    const quote = await price(site.app, registration);
    const submit = () => submitPayment(site.app, registration, { quote, nonce: frictionless, agreedToTerms: true });
    await setFault(site.sandboxUrl, { kind: '503', times: 1, matching: 'nonce' });
    const refused = await submit();
    expect([refused.status, refused.body.code]).toEqual([422, 'PAYMENT_METHOD_REJECTED']);
    expect(refused.body.validationErrors[0]?.text).toMatch(/Nothing was charged. Pay again/);
    expect((await submit()).status).toBe(200);
    expect(await book(site)).toHaveLength(1);
  });

  test('after an earlier send, a look-up without a response leaves the payment unknown', async () => {
    const site = await openSite();
    const { db } = site.dependencies;
    const registration = await british(site);
    await setFault(site.sandboxUrl, { kind: 'drop-before', times: 1, matching: 'sale' });
    const sent = await submitPayment(site.app, registration, { nonce: frictionless, agreedToTerms: true });
    expect(sent.body.outcome).toBe('CONFIRMING');
    site.clock.advance(minutes(1.1));
    await setFault(site.sandboxUrl, { kind: '503', times: 1, matching: 'nonce' });
    const attempts = () => db.selectFrom('paymentAttempts').select(['id', 'state', 'sends']).execute();
    for (const { id } of await attempts()) await reconcilePaymentJob.run(site.jobDependencies, { attemptId: id });
    expect(await attempts()).toMatchObject([{ state: 'UNKNOWN', sends: 2 }]);
  });

  test('two tabs, both authenticated, charge once', async () => {
    const site = await openSite();
    const registration = await british(site);
    const quote = await price(site.app, registration);
    const answers = await Promise.all(
      [frictionless, stepUp].map((nonce) =>
        submitPayment(site.app, registration, { quote, nonce, agreedToTerms: true, key: randomUUID() }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(await book(site)).toHaveLength(1);
  });

  test('operators can require it in more countries, and waive it where banks are unreachable', async () => {
    const site = await openSite({
      environment: { CARD_AUTHENTICATION_ALSO: 'AU,US', CARD_AUTHENTICATION_EXEMPT: 'GB' },
    });
    expect(await Promise.all(['GB', 'AU', 'US', 'CA'].map((country) => ruleFor(site, country)))).toEqual([
      'if_asked',
      'required',
      'required',
      'if_asked',
    ]);
    const registration = await british(site);
    expect((await submitPayment(site.app, registration, { agreedToTerms: true })).status).toBe(200);
    const american = await readyToPay(site.app);
    expect((await submitPayment(site.app, american)).status).toBe(402);
    // Whatever the browser claims, the gateway reports a card.
    expect((await submitPayment(site.app, american, { change: { paymentType: 'PAYPAL' } })).status).toBe(402);
    // A wallet authenticates its owner in its own way.
    const payPal = { nonce: 'fake-paypal-billing-agreement-nonce', change: { paymentType: 'PAYPAL' } };
    expect((await submitPayment(site.app, american, payPal)).status).toBe(200);
  });

  test('a replacement card is authenticated too, and its proof is stored', async () => {
    const site = await openSite({ environment: { CARD_AUTHENTICATION_ALSO: 'US' } });
    const parent = await subscribe(site, { nonce: frictionless });
    await drain(site);
    const headers = await signedIn(site, parent.userId);
    const replace = (nonce: string) =>
      send<Problem>(site.app, { method: 'POST', path: '/v2/account/payment-method', body: { nonce }, headers });
    expect((await replace('fake-valid-mastercard-nonce')).body.code).toBe('AUTHENTICATION_REQUIRED');
    expect((await replace(stepUp)).status).toBe(200);
    const stored = await site.dependencies.db
      .selectFrom('paymentMethods')
      .select('authentication')
      .where('userId', '=', parent.userId)
      .where('isDefault', '=', true)
      .executeTakeFirstOrThrow();
    expect(stored.authentication).toMatchObject({ status: 'authenticate_successful', liabilityShifted: true });
    expect(await book(site)).toHaveLength(1);
  });
});
