import { expect, test } from 'vitest';
import { reconcileAttempt } from '#server/checkout/take-payment.ts';
import { days } from '#server/clock.ts';
import { billing, callRefund } from '../../setup/account-calls.ts';
import {
  currentLink,
  inviteCoParent,
  invitedPays,
  invitedReadyToPay,
  priceFor,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { ask, openFamily, register, signedInProfessional } from '../../setup/professional.ts';
import { reported } from '../../setup/providers/declined-settlement.ts';
import { sales, setFault, settleSales } from '../../setup/sandbox.ts';
import { price, type Registration, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

const usersOf = ({ dependencies: { db } }: TestSite, email: string) =>
  db.selectFrom('users').select(['id', 'role']).where('emailNormalised', '=', email).execute();
const slowSale = ({ sandboxUrl }: TestSite, delayMs: number) =>
  setFault(sandboxUrl, { kind: 'latency', times: 1, matching: 'sale', delayMs });
const duplicate = { status: 409, body: { validationErrors: [{ field: 'parent.duplicate' }] } };
const inPayment = { status: 409, body: { code: 'EMAIL_IN_PAYMENT' } };

async function payAtOnce({ app }: TestSite, registrations: readonly Registration[]) {
  const priced = await Promise.all(
    registrations.map(async (registration) => ({ registration, quote: await price(app, registration) })),
  );
  return Promise.all(priced.map(({ registration, quote }) => submitPayment(app, registration, { quote })));
}

test('M3: of twenty sign-ups with one e-mail, written in different ways, one is charged and one user exists', async () => {
  const site = await openSite();
  const email = 'marta.ruiz@example.com';
  const written = (index: number) =>
    index % 3 === 0 ? email : index % 3 === 1 ? email.toUpperCase() : `  Marta.Ruiz@example.com `;
  const registrations = await Promise.all(
    Array.from({ length: 20 }, (_, index) => readyToPay(site.app, { email: written(index) })),
  );
  await slowSale(site, 500);
  const answers = await payAtOnce(site, registrations);
  expect(answers.filter(({ body }) => body.outcome === 'PAID')).toHaveLength(1);
  const others = answers.flatMap(({ body }, index) => (body.outcome === 'PAID' ? [] : (registrations[index] ?? [])));
  expect(others).toHaveLength(19);
  for (const answer of await payAtOnce(site, others)) expect(answer).toMatchObject(duplicate);
  expect(await sales(site)).toHaveLength(1);
  expect(await usersOf(site, email)).toHaveLength(1);
});

test('SEC2: unopened accounts and uninvited families created by strangers block nobody’s sign-up', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const email = 'sought.after@example.com';
  expect((await register(site.app, { contact: { email } })).status).toBe(201);
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional, { parentA: { firstName: 'Marta', lastName: 'Ruiz', email } });
  const invites = `/cases/${family.familyId}/parents/${family.parents[0]?.userId}/invites`;
  const readies = [await readyToPay(site.app, { email }), await readyToPay(site.app, { email })] as const;
  expect((await ask(site, professional, invites, { method: 'POST' })).status).toBe(200);
  expect(await submitPayment(site.app, readies[0])).toMatchObject(duplicate);
  expect((await ask(site, professional, `${invites}/revocation`, { method: 'POST' })).status).toBe(200);
  expect((await submitPayment(site.app, readies[0])).body.outcome).toBe('PAID');
  expect(await submitPayment(site.app, readies[1])).toMatchObject(duplicate);
  const stored = db.selectFrom('users').select('role').where('emailNormalised', '=', email).orderBy('id').execute();
  expect((await stored).map(({ role }) => role)).toEqual(['PROFESSIONAL', 'PARENT_A', 'PARENT_A']);
});

test('SEC2: an expired invite blocks nobody, and its new link gives no second account to somebody who signed up meanwhile', async () => {
  const site = await openSite();
  const [invited, paidFor] = [await invitedReadyToPay(site), await inviteCoParent(site, { payForCoparent: true })];
  const { email } = invited;
  await expect(readyToPay(site.app, { email })).rejects.toThrow('Step 1 answered 409');
  site.clock.advance(days(31));
  await readyToPay(site.app, { coParentEmail: email });
  expect((await submitPayment(site.app, await readyToPay(site.app, { email }))).body.outcome).toBe('PAID');
  await expect(readyToPay(site.app, { email: paidFor.email })).rejects.toThrow('Step 1 answered 409');

  const again = { method: 'POST', path: '/v2/invites/requests', headers: invited.headers } as const;
  expect((await send(site.app, again)).body).toEqual({ outcome: 'SENT' });
  const link = await currentLink(site, invited.userId);
  const renewed = { ...invited, ...link, headers: { ...invited.headers, ...link.headers } };
  const before = (await sales(site)).length;
  expect(await saveBilling(site.app, renewed)).toMatchObject(duplicate);
  expect(await invitedPays(site.app, renewed)).toMatchObject(duplicate);
  expect(await sales(site)).toHaveLength(before);
  const ownEmail = { email: 'joe.of.his.own@example.com' };
  expect((await saveDetails(site.app, renewed, { parent: ownEmail })).status).toBe(200);
});

test('M3: of nineteen sign-ups and an invited parent with one e-mail, the invited parent alone is charged, whatever was confirmed', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  const before = (await sales(site)).length;
  const extra = { parentDuplicateConfirmed: true };
  const registrations = await Promise.all(
    Array.from({ length: 19 }, () => readyToPay(site.app, { email: invited.email, extra })),
  );
  await slowSale(site, 500);
  const quote = (await priceFor(site.app, invited)).body;
  const [byInvite, answers] = await Promise.all([
    invitedPays(site.app, invited, { quote }),
    payAtOnce(site, registrations),
  ]);
  expect(byInvite.body.outcome).toBe('PAID');
  expect(answers.filter(({ body }) => body.outcome === 'PAID')).toEqual([]);
  for (const answer of await payAtOnce(site, registrations.slice(0, 2))) expect(answer).toMatchObject(duplicate);
  expect((await sales(site)).length - before).toBe(1);
  expect(await usersOf(site, invited.email)).toHaveLength(1);
});

test('M3: a decline releases the e-mail; an unknown payment holds it, and others are told until it is resolved', async () => {
  const site = await openSite({ paymentTimeoutSeconds: 0.3 });
  const { app, dependencies } = site;
  const email = 'ana.ruiz@example.com';
  const [first, second] = await Promise.all([readyToPay(app, { email }), readyToPay(app, { email })]);
  expect((await submitPayment(app, first, { nonce: 'fake-gateway-rejected-fraud-nonce' })).status).toBe(402);
  await slowSale(site, 1_000);
  expect((await submitPayment(app, second)).body.outcome).toBe('CONFIRMING');
  expect(await submitPayment(app, first)).toMatchObject(inPayment);

  const attempts = dependencies.db.selectFrom('paymentAttempts').select(['id', 'state', 'claimedEmail']).orderBy('id');
  expect((await attempts.execute()).map(({ claimedEmail }) => claimedEmail)).toEqual([null, email]);
  await expect.poll(() => sales(site)).toHaveLength(1);
  await reconcileAttempt(dependencies, (await attempts.execute())[1]?.id ?? '');
  expect(await submitPayment(app, first)).toMatchObject(duplicate);
  expect((await attempts.execute()).map(({ state, claimedEmail }) => [state, claimedEmail])).toEqual([
    ['DECLINED', null],
    ['APPROVED', null],
  ]);
  expect(await usersOf(site, email)).toHaveLength(1);
});

const family = { coParent: { firstName: 'Joe', lastName: 'Ruiz' }, children: [{ firstName: 'Ana', lastName: 'Ruiz' }] };
const coParentTaken = { status: 409, body: { validationErrors: [{ field: 'coParent.duplicate' }] } };
const refundsIn = ({ dependencies: { db } }: TestSite) =>
  db.selectFrom('refunds').select(['amountCents', 'reason']).execute();
async function reconcileUnknown({ dependencies }: TestSite): Promise<void> {
  const unknown = dependencies.db.selectFrom('paymentAttempts').select('id').where('state', '=', 'UNKNOWN');
  await reconcileAttempt(dependencies, (await unknown.executeTakeFirstOrThrow()).id);
}
const plansOf = ({ dependencies: { db } }: TestSite, email: string) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .select('subscriptions.id')
    .where('subscriptions.state', '=', 'CURRENT')
    .where('emailNormalised', '=', email)
    .execute();

test('3.7-11: paying for a co-parent who signed up after step 2 is refused before the charge, unless confirmed', async () => {
  const site = await openSite({ paymentTimeoutSeconds: 0.3 });
  const email = 'joe.meanwhile@example.com';
  const [payer, other] = [await readyToPay(site.app, { coParentEmail: email }), await readyToPay(site.app)];
  await slowSale(site, 1_000);
  expect((await submitPayment(site.app, await readyToPay(site.app, { email }))).body.outcome).toBe('CONFIRMING');
  // Their payment can still be declined, and meanwhile nobody can pay for them.
  expect(await submitPayment(site.app, payer, { payForCoparent: true })).toMatchObject(coParentTaken);
  await expect.poll(() => sales(site)).toHaveLength(1);
  await reconcileUnknown(site);
  expect(await submitPayment(site.app, payer, { payForCoparent: true })).toMatchObject(coParentTaken);
  expect(await sales(site)).toHaveLength(1);
  expect((await submitPayment(site.app, payer)).body.outcome).toBe('PAID');
  const confirmed = await send(site.app, {
    method: 'PUT',
    path: `/v2/registrations/${other.signupId}/family`,
    headers: other.headers,
    body: { ...family, coParent: { ...family.coParent, email }, coParentDuplicateConfirmed: true },
  });
  expect(confirmed.status).toBe(200);
  expect((await submitPayment(site.app, other, { payForCoparent: true })).body.outcome).toBe('PAID');
});

/** Somebody pays for two, partly by a code, while the co-parent pays for themself: that share is refunded. */
async function shareReturned() {
  const site = await openSite();
  const { db } = site.dependencies;
  await db.updateTable('activationCodes').set({ reusable: false }).execute();
  const email = 'joe.at.once@example.com';
  const payer = await readyToPay(site.app, { coParentEmail: email });
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
  const submission = { payForCoparent: true, codes: ['HALF-OFF0-DEMO'] };
  expect((await submitPayment(site.app, payer, submission)).body.outcome).toBe('CONFIRMING');
  expect((await submitPayment(site.app, await readyToPay(site.app, { email }))).body.outcome).toBe('PAID');
  await reconcileUnknown(site);
  expect(await plansOf(site, email)).toHaveLength(1);
  expect(await plansOf(site, payer.email)).toHaveLength(1);
  const left = () =>
    db
      .selectFrom('activationCodes')
      .select('remainingCents')
      .where('amountCents', '=', 7_200)
      .executeTakeFirstOrThrow();
  expect([await refundsIn(site), await left()]).toEqual([
    [{ amountCents: 10_800, reason: 'NOT_COMPLETED' }],
    { remainingCents: 3_600 },
  ]);
  const [own] = await usersOf(site, payer.email);
  return { site, userId: own?.id ?? '', left };
}

test('M3: the share of a co-parent who signs up before the charge is confirmed is refunded, and they have one plan', async () => {
  const { site, userId, left } = await shareReturned();
  await settleSales(site.sandboxUrl);
  await drain(site);
  expect((await billing(site, userId)).refund).toMatchObject({ amount: 10_800, codes: 3_600, kept: 0 });
  expect((await callRefund(site, userId)).body.amount).toBe(10_800);
  expect(await left()).toEqual({ remainingCents: 7_200 });
});

test('M3: a code that paid for two gets the rest back when the settlement is declined after one share went back', async () => {
  const { site, userId, left } = await shareReturned();
  const { transactionId } = await site.dependencies.db
    .selectFrom('orders')
    .select('transactionId')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  await reported(site, transactionId ?? '', 2);
  expect(await left()).toEqual({ remainingCents: 7_200 });
});

test('M3: two parents who pay for each other concurrently get one plan each; the other shares are refunded', async () => {
  const site = await openSite();
  const emails = ['one.of.two@example.com', 'two.of.two@example.com'] as const;
  const readies = [
    await readyToPay(site.app, { email: emails[0], coParentEmail: emails[1] }),
    await readyToPay(site.app, { email: emails[1], coParentEmail: emails[0] }),
  ];
  await slowSale(site, 300);
  await Promise.all(readies.map((registration) => submitPayment(site.app, registration, { payForCoparent: true })));
  const plans = await Promise.all(emails.map((email) => plansOf(site, email)));
  for (const held of plans) expect(held.length).toBeLessThan(2);
  const sold = (await sales(site)).reduce((sum, { amountCents }) => sum + amountCents, 0);
  const back = (await refundsIn(site)).reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect(sold - back).toBe(14_400 * plans.flat().length);
});
