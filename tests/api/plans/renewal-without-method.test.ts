import { expect, test } from 'vitest';
import type { Paid } from '#contract/api/payments.ts';
import { billing, charges, home, lastMail } from '../../setup/account-calls.ts';
import { readResult, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  drain,
  moveClockTo,
  runDue,
  type Subscriber,
  signedIn,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';

const addIt = 'http://localhost:3000/app/account/billing#payment-method';
const asOneLine = (text = '') => text.replaceAll(/\s+/g, ' ');

async function addCard(site: TestSite, { userId }: Subscriber) {
  const body = { nonce: 'fake-valid-mastercard-nonce' };
  const headers = await signedIn(site, userId);
  expect((await send(site.app, { method: 'POST', path: '/v2/account/payment-method', body, headers })).status).toBe(
    200,
  );
}

test('M9: PayPal approved once pays the order and starts the subscription; page, receipt and reminders ask for a method, and a card that is added is charged', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { nonce: 'fake-paypal-one-time-nonce', change: { paymentType: 'PAYPAL' } });
  await drain(site);
  expect(await charges(site)).toEqual([14_400]);
  expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'CURRENT', autoRenew: true });
  const receipt = await lastMail(site, parent);
  expect(asOneLine(receipt?.text)).toMatch(
    /PayPal.* No payment method is stored for this renewal\. To continue, add one before /,
  );
  expect(receipt?.links).toContain(addIt);
  expect(await billing(site, parent.userId)).toMatchObject({
    paymentMethod: null,
    subscriptions: [{ needsMethod: true, waiting: null }],
  });
  expect((await home(site, parent.userId)).subscription).toMatchObject({
    needsMethod: true,
    renewal: { amount: 14_400 },
  });

  moveClockTo(site, parent.periodEnd, -30);
  await runDue(site);
  const reminder = await lastMail(site, parent);
  expect(reminder?.subject).toBe('Your renewal has no payment method');
  expect(asOneLine(reminder?.text)).not.toContain("To continue, you don't need to do anything");
  expect(reminder?.links).toContain(addIt);

  await addCard(site, parent);
  expect((await billing(site, parent.userId)).subscriptions).toMatchObject([{ needsMethod: false }]);
  moveClockTo(site, parent.periodEnd, -7);
  await runDue(site);
  expect((await lastMail(site, parent))?.subject).toMatch(/^Your plan renews on /);
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect(await charges(site)).toEqual([14_400, 14_400]);
});

test('T4: paid by code, in Spanish: receipt, reminder, cancel link and the mail of the day ask for a method, with a link', async () => {
  const site = await openSite();
  const es = { 'accept-language': 'es' };
  const registration = await readyToPay(site.app, { headers: es });
  const codes = ['FULL-1YR0-DEMO'];
  expect((await submitPayment(site.app, registration, { codes, nonce: null })).body).toMatchObject({ outcome: 'PAID' });
  const { body } = await readResult(site.app, registration);
  expect((body as unknown as Paid).receipt.renewals).toMatchObject([{ needsMethod: true }]);
  await drain(site);
  const { db } = site.dependencies;
  const user = await db
    .updateTable('users')
    .set({ status: 'ACTIVE' })
    .where('email', '=', registration.email)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id, periodEnd } = await db
    .selectFrom('subscriptions')
    .select(['id', 'periodEnd'])
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  const mail = async () =>
    (await lastMail(site, { email: registration.email })) ?? { subject: '', text: '', links: [] };
  const receipt = await mail();
  expect(asOneLine(receipt.text)).toContain(
    'No hay ningún método de pago guardado para esta renovación. Agregue uno antes del ',
  );
  expect(receipt.links).toContain(addIt);

  moveClockTo(site, periodEnd, -7);
  await runDue(site);
  const reminder = await mail();
  expect(reminder.subject).toBe('Su renovación no tiene método de pago');
  expect(reminder.links).toContain(addIt);
  const [, secret = ''] = /&token=([\w-]+)/.exec(reminder.links.join(' ')) ?? [];
  const link = await send(site.app, {
    method: 'GET',
    path: `/v2/renewals/${id}`,
    headers: { 'x-renewal-token': secret },
  });
  expect(link.body).toMatchObject({ autoRenew: true, needsMethod: true });

  moveClockTo(site, periodEnd);
  await runDue(site);
  const asked = await mail();
  expect(asked.subject).toBe('Su renovación necesita un método de pago');
  expect(asked.links).toContain(addIt);
  expect(await charges(site)).toEqual([]);
});

test('T4: a payer without an address is asked for it, not for a card; what waited is charged once it is saved, or ends after a week', async () => {
  const site = await openSite();
  const [parent, other] = [await subscribe(site), await subscribe(site)];
  await drain(site);
  await site.dependencies.db
    .updateTable('paymentMethods')
    .set({ replacedAt: site.clock.now(), isDefault: false })
    .where('userId', '=', other.userId)
    .execute();
  const nowhere = { line1: null, line2: null, city: null, region: null, postalCode: null, country: null };
  await site.dependencies.db.updateTable('users').set(nowhere).execute();
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  const asked = await lastMail(site, parent);
  expect(asked?.subject).toBe('Your renewal needs your address');
  expect(asked?.links).toContain('http://localhost:3000/app/account/profile');
  expect((await billing(site, parent.userId)).subscriptions).toMatchObject([
    { needsAddress: true, needsMethod: false },
  ]);
  expect(await charges(site)).toEqual([14_400, 14_400]);

  const address = {
    line1: '12 Lake St',
    line2: '',
    city: 'Minneapolis',
    region: 'MN',
    postalCode: '55401',
    country: 'US',
  };
  const body = { address, timeZone: 'America/Chicago', totals: [14_400] };
  for (const { userId } of [parent, other]) {
    const headers = await signedIn(site, userId);
    const saved = await send(site.app, { method: 'PUT', path: '/v2/account/profile/address', body, headers });
    expect(saved.status).toBe(200);
  }
  await drain(site);
  expect(await charges(site)).toEqual([14_400, 14_400, 14_400]);
  // Once the address is there, a payer without a card is asked for one too.
  expect((await lastMail(site, other))?.links).toContain('http://localhost:3000/app/account/billing#payment-method');
  moveClockTo(site, other.periodEnd, 7);
  await runDue(site);
  expect(await subscriptionOf(site, other)).toMatchObject({ state: 'LAPSED' });
});
