import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DbOrTrx } from '#server/db/pool.ts';
import { credentialsOwner, setCredentials } from '#server/sign-up/set-credentials.ts';
import { storeMeanwhile } from '../../setup/database/lock-waits.ts';
import {
  credentialsOf,
  invitedPays,
  invitedReadyToPay,
  newUsername,
  priceFor,
  putCredentials,
  readyToJoin,
} from '../../setup/invited.ts';
import { openFamily, payPlan, planQuote, signedInProfessional } from '../../setup/professional.ts';
import { sales } from '../../setup/sandbox.ts';
import { price, type Registration, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { subscribe } from '../../setup/subscriber.ts';
import { priceOf, upgrade } from '../../setup/upgrade-calls.ts';

/** A submission that arrives twice gets one answer, whatever has become of prices, coupons and plans in between. */
const fraud = 'fake-gateway-rejected-fraud-nonce';

/** The family can be changed only while nothing is being paid. */
const saveFamily = (site: TestSite, { signupId, headers, coParentEmail }: Registration) =>
  send(site.app, {
    method: 'PUT',
    path: `/v2/registrations/${signupId}/family`,
    body: {
      coParent: { firstName: 'Joe', lastName: 'Ruiz', email: coParentEmail },
      children: [{ firstName: 'Ana', lastName: 'Ruiz' }],
    },
    headers,
  });

/** Resends a submission whose first one is stored after the repeat looked for its key and before it reads `table`. */
async function sendAgainMeanwhile<Answered>(
  { dependencies: { db } }: TestSite,
  { key, table }: { key: string; table: string },
  sendAgain: () => Promise<Answered>,
): Promise<Answered> {
  const hidden = randomUUID();
  const rename = (on: DbOrTrx, [from, to]: [string, string]) =>
    on.updateTable('paymentAttempts').set({ idempotencyKey: to }).where('idempotencyKey', '=', from).execute();
  await rename(db, [key, hidden]);
  return storeMeanwhile(db, { table, send: sendAgain, store: (trx) => rename(trx, [hidden, key]) });
}

test('REL2: a declined submission that is resent gets its decline again, and the sign-up goes on', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const submission = { key: randomUUID(), nonce: fraud };
  const [first, again] = [
    await submitPayment(site.app, registration, submission),
    await submitPayment(site.app, registration, submission),
  ];
  expect([first.status, again.status, again.body.validationErrors[0]?.code]).toEqual([402, 402, 'fraud']);
  expect((await saveFamily(site, registration)).status).toBe(200);
  expect((await submitPayment(site.app, registration)).body.outcome).toBe('PAID');
});

test('PAY4: a submission that arrives a second time while the first is being declined leaves the sign-up open', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const submission = { key: randomUUID(), nonce: fraud, quote: await price(site.app, registration) };
  const { tax } = site.dependencies;
  const realTaxes = tax.taxesFor;
  tax.taxesFor = async (asked) => {
    tax.taxesFor = realTaxes;
    expect((await submitPayment(site.app, registration, submission)).status).toBe(402);
    return realTaxes(asked);
  };
  expect((await submitPayment(site.app, registration, submission)).status).toBe(402);
  expect((await saveFamily(site, registration)).status).toBe(200);
  expect((await submitPayment(site.app, registration)).body.outcome).toBe('PAID');
});

test('REL2: a submission that spent the last use of its coupon, resent, gets its own receipt and no other price', async () => {
  const site = await openSite();
  await site.dependencies.db
    .updateTable('coupons')
    .set({ maxRedemptions: 1 })
    .where('code', '=', 'WELCOME10')
    .execute();
  const registration = await readyToPay(site.app);
  const codes = ['WELCOME10'];
  const submission = { key: randomUUID(), codes, quote: await price(site.app, registration, { codes }) };
  const submit = () => submitPayment(site.app, registration, submission);
  const first = await submit();
  const sentAgain = [await submit(), await sendAgainMeanwhile(site, { key: submission.key, table: 'coupons' }, submit)];
  for (const again of sentAgain)
    expect(again).toMatchObject({
      status: 200,
      body: { outcome: 'PAID', receipt: { orderId: first.body.receipt.orderId } },
    });
  expect(await submitPayment(site.app, registration, { ...submission, packageId: 1002 })).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  });
  expect(await sales(site)).toHaveLength(1);
});

test('REL2: an invited parent’s submission that spent a code, resent, gets its own receipt', async () => {
  const site = await openSite();
  await site.dependencies.db.updateTable('activationCodes').set({ reusable: false }).execute();
  const invited = await invitedReadyToPay(site);
  const codes = ['HALF-OFF0-DEMO'];
  const submission = { key: randomUUID(), codes, quote: (await priceFor(site.app, invited, { codes })).body };
  const submit = () => invitedPays(site.app, invited, submission);
  const first = await submit();
  const table = 'activation_codes';
  const sentAgain = [await submit(), await sendAgainMeanwhile(site, { key: submission.key, table }, submit)];
  for (const again of sentAgain)
    expect(again).toMatchObject({
      status: 200,
      body: { outcome: 'PAID', receipt: { orderId: first.body.receipt.orderId } },
    });
  expect(await sales(site)).toHaveLength(2);
});

test('PAY1, REL9: an upgrade that is resent while it is being stored gets its own receipt', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const order = { packageId: 1002 };
  const submission = { key: randomUUID(), quote: (await priceOf(site, parent, order)).body };
  const submit = () => upgrade(site, parent, order, submission);
  const first = await submit();
  expect(first.body.outcome).toBe('PAID');
  expect((await sendAgainMeanwhile(site, { key: submission.key, table: 'subscription_periods' }, submit)).body).toEqual(
    first.body,
  );
  expect(await sales(site)).toHaveLength(2);
});

test('REL2: a professional’s plan that is resent while it is being stored gets its own receipt', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const parentIds = parents.map(({ userId }) => userId);
  const { body: quote } = await planQuote(site, professional, { familyId, parentIds });
  const submission = { key: randomUUID(), parentIds, quote };
  const submit = () => payPlan(site, professional, familyId, submission);
  const first = await submit();
  expect(first.body.outcome).toBe('PAID');
  expect((await sendAgainMeanwhile(site, { key: submission.key, table: 'subscriptions' }, submit)).body).toEqual(
    first.body,
  );
  expect(await sales(site)).toHaveLength(1);
});

test('REL2: credentials that arrive twice at once are not told that their own username is taken', async () => {
  const site = await openSite();
  const { app, dependencies } = site;
  const { authToken: secret } = await readyToJoin(site);
  const credentials = credentialsOf(newUsername());
  // The second has validated its link before the first is stored.
  const opened = await credentialsOwner(dependencies, secret);
  expect((await putCredentials(app, { token: secret, body: credentials })).status).toBe(200);
  const browser = { device: 'Test', requestToken: null, remembered: false, siteCountry: 'US' };
  if ('refused' in opened) throw new Error('The link does not work');
  const furtherProof = () => Promise.resolve({ proved: [] });
  const second = await setCredentials(dependencies, { secret, credentials, browser, opened, furtherProof });
  expect(second).toMatchObject({ refused: 'TOKEN_INVALID' });
});

test('REL2: a professional’s declined submission, resent after another one has paid, gets its decline again', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const parentIds = parents.slice(0, 1).map(({ userId }) => userId);
  const { body: quote } = await planQuote(site, professional, { familyId, parentIds });
  const submission = { parentIds, quote, key: randomUUID(), nonce: fraud };
  expect((await payPlan(site, professional, familyId, submission)).status).toBe(402);
  expect((await payPlan(site, professional, familyId, { parentIds })).body.outcome).toBe('PAID');
  const again = await payPlan(site, professional, familyId, submission);
  expect(again).toMatchObject({ status: 402, body: { validationErrors: [{ code: 'fraud' }] } });
  expect(await sales(site)).toHaveLength(1);
});
