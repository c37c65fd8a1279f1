import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { closeOnRequest, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import { currentLink, invitedPays, priceFor, saveBilling, saveDetails } from '../../setup/invited.ts';
import {
  ask,
  britishPractice,
  openFamily,
  payPlan,
  planQuote,
  searchCases,
  signedInProfessional,
} from '../../setup/professional.ts';
import { eventually, ledger, mailsTo, sales, setFault, settleSales } from '../../setup/sandbox.ts';
import { addressInMinnesota, newPhone } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, moveClockTo, paidMeanwhile, runDue } from '../../setup/subscriber.ts';
import { joined, type Parent } from '../../setup/two-parents.ts';
import { upgrade } from '../../setup/upgrade-calls.ts';

const ids = ({ parents }: ProfessionalCase) => parents.map(({ userId }) => userId);

test('T1, T9, 1-2: a plan for both parents is charged once; it covers them for a term and does not renew', async () => {
  const site = await openSite();
  await site.startJobs();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const parentIds = ids(family);
  const key = randomUUID();
  const paid = await payPlan(site, professional, family.familyId, { parentIds, key });
  expect(paid).toMatchObject({ status: 200, body: { outcome: 'PAID', receipt: { totals: { total: 28_800 } } } });
  expect((await ledger(site.sandboxUrl)).map(({ amountCents }) => amountCents)).toEqual([28_800]);
  const subscriptions = await site.dependencies.db.selectFrom('subscriptions').selectAll().execute();
  expect(
    subscriptions.map(({ userId, payerUserId, autoRenew, state }) => ({ userId, payerUserId, autoRenew, state })),
  ).toEqual(
    expect.arrayContaining(
      parentIds.map((userId) => ({ userId, payerUserId: professional.userId, autoRenew: false, state: 'CURRENT' })),
    ),
  );
  expect(await site.dependencies.db.selectFrom('paymentMethods').select('id').execute()).toEqual([]);
  const terms = await site.dependencies.db.selectFrom('consents').select('given').where('kind', '=', 'TERMS').execute();
  expect(terms).toEqual([{ given: true }, { given: true }]);
  const [receipt] = await eventually(
    () => mailsTo(site.sandboxUrl, professional.email),
    (mails) => mails.some(({ subject }) => subject.includes('receipt')),
  ).then((mails) => mails.filter(({ subject }) => subject.includes('receipt')));
  expect(receipt?.text).toContain('US$288.00');
  const people = "Marta O'Brien and Joe Ruiz";
  expect(receipt?.subject).toBe('Your Evenkeel receipt');
  expect(receipt?.text.replaceAll(/\s+/g, ' ')).toContain(`The Evenkeel plan for ${people} is paid.`);
  const answerFor = async (submission: string) =>
    (await ask<{ outcome: string }>(site, professional, `/cases/${family.familyId}/payment?key=${submission}`)).body
      .outcome;
  expect([await answerFor(key), await answerFor(randomUUID())]).toEqual(['PAID', 'NONE']);
  const second = await payPlan(site, professional, family.familyId, { parentIds });
  expect(second.status).toBe(409);
  expect(await ledger(site.sandboxUrl)).toHaveLength(1);
  const shown = await ask<ProfessionalCase>(site, professional, `/cases/${family.familyId}`);
  expect(shown.body.parents.every(({ hasPlan, paidPlan }) => hasPlan && paidPlan?.name === 'Essentials')).toBe(true);
});

test('at the end of a plan its parent is notified, and the professional who paid for it is not', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const [parentId = ''] = ids(family);
  await payPlan(site, professional, family.familyId, { parentIds: [parentId] });
  await drain(site);
  const before = await mailsTo(site.sandboxUrl, professional.email);
  const { db } = site.dependencies;
  await db.updateTable('users').set({ status: 'ACTIVE', username: 'marta' }).where('id', '=', parentId).execute();
  const { periodEnd } = await db.selectFrom('subscriptions').select('periodEnd').executeTakeFirstOrThrow();
  moveClockTo(site, periodEnd);
  await runDue(site);
  expect(await db.selectFrom('subscriptions').select('state').execute()).toEqual([{ state: 'LAPSED' }]);
  const { email } = await db.selectFrom('users').select('email').where('id', '=', parentId).executeTakeFirstOrThrow();
  const [latest] = await mailsTo(site.sandboxUrl, email);
  expect(latest?.subject).toBe('Your Evenkeel subscription has ended');
  expect(await mailsTo(site.sandboxUrl, professional.email)).toHaveLength(before.length);
});

const leaves: Record<string, (site: TestSite, parent: Parent) => Promise<unknown>> = {
  'closes the account': (site, { userId }) => closeOnRequest(site, userId),
  upgrades: async (site, parent) => {
    await replaceMethod(site, parent.userId);
    expect((await upgrade(site, parent, { packageId: 1002 })).body.outcome).toBe('PAID');
  },
  'takes the renewal over': async (site, { userId, subscriptionId }) => {
    await replaceMethod(site, userId);
    await setRenewal(site, userId, subscriptionId, true);
  },
};

test.each(Object.keys(leaves))(
  'Y8: a professional, who pays once and is charged nothing more, is not written to when the parent %s',
  async (what) => {
    const site = await openSite();
    const professional = await signedInProfessional(site);
    const family = await openFamily(site, professional);
    const [parentId = ''] = ids(family);
    await payPlan(site, professional, family.familyId, { parentIds: [parentId] });
    await settleSales(site.sandboxUrl);
    await drain(site);
    const { db } = site.dependencies;
    await db.updateTable('users').set(addressInMinnesota).where('id', '=', parentId).execute();
    const parent = await joined(site, parentId);
    const before = await mailsTo(site.sandboxUrl, professional.email);
    await leaves[what]?.(site, parent);
    await drain(site);
    const after = await db.selectFrom('subscriptions').select(['state', 'payerUserId']).execute();
    expect(after).not.toMatchObject([{ state: 'CURRENT', payerUserId: professional.userId }]);
    expect(await mailsTo(site.sandboxUrl, professional.email)).toHaveLength(before.length);
  },
);

test('1-6: before the end of a plan its parent, who has joined, hears of it 30 and 7 days ahead; the professional does not', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const parentIds = ids(family);
  const [joined = ''] = parentIds;
  await payPlan(site, professional, family.familyId, { parentIds });
  await drain(site);
  const { db } = site.dependencies;
  await db.updateTable('users').set({ status: 'ACTIVE', username: 'marta.obrien' }).where('id', '=', joined).execute();
  const people = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', parentIds).execute();
  const mailsOf = async (id: string) => mailsTo(site.sandboxUrl, people.find((one) => one.id === id)?.email ?? '');
  const before = await mailsTo(site.sandboxUrl, professional.email);
  const { periodEnd } = await db.selectFrom('subscriptions').select('periodEnd').limit(1).executeTakeFirstOrThrow();
  for (const day of [-31, -30, -29, -7, -6]) {
    moveClockTo(site, periodEnd, day);
    await runDue(site);
  }
  const [late, early, ...more] = await mailsOf(joined);
  expect(more).toEqual([]);
  for (const mail of [early, late]) expect(mail?.subject).toMatch(/^Your plan ends on /);
  expect([early?.text, late?.text].map((text) => /in (\d+) days/.exec(text ?? '')?.[1])).toEqual(['30', '7']);
  expect(early?.text).toContain('was paid for you and ends on');
  expect(await mailsOf(parentIds[1] ?? '')).toEqual([]);
  expect(await mailsTo(site.sandboxUrl, professional.email)).toHaveLength(before.length);
});

test('PAY4: twenty payment submissions at once make one sale; one key gets one answer', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const parentIds = ids(family).slice(0, 1);
  const key = randomUUID();
  const submissions = Array.from({ length: 20 }, (_, index) =>
    payPlan(site, professional, family.familyId, { parentIds, key: index % 2 ? key : randomUUID() }),
  );
  const statuses = new Set((await Promise.all(submissions)).map(({ status }) => status));
  expect(statuses.difference(new Set([200, 409, 422]))).toEqual(new Set());
  expect(await ledger(site.sandboxUrl)).toHaveLength(1);
  expect(await site.dependencies.db.selectFrom('orders').select('id').execute()).toHaveLength(1);
});

test('PAY1: a charge whose answer was lost is found, and the parent has the plan', async () => {
  const site = await openSite({ paymentTimeoutSeconds: 1 });
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1 });
  const submitted = await payPlan(site, professional, family.familyId, { parentIds: ids(family) });
  expect(['CONFIRMING', 'PAID']).toContain(submitted.body.outcome);
  await site.startJobs();
  site.clock.advance(120_000);
  const { reconcileAttempt } = await import('#server/checkout/take-payment.ts');
  const attempt = await site.dependencies.db.selectFrom('paymentAttempts').select('id').executeTakeFirstOrThrow();
  await reconcileAttempt(site.dependencies, attempt.id);
  const result = await ask<{ outcome: string }>(site, professional, `/cases/${family.familyId}/payment`);
  expect(result.body.outcome).toBe('PAID');
  expect(await sales(site)).toHaveLength(1);
  expect(await site.dependencies.db.selectFrom('subscriptions').select('id').execute()).toHaveLength(2);
});

test('9-25: while a professional pays for a parent, the parent who was invited pays nothing: one charge', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const [userId = ''] = ids(family);
  await ask(site, professional, `/cases/${family.familyId}/parents/${userId}/invites`, { method: 'POST' });
  const email = family.parents[0]?.email ?? '';
  const invited = {
    ...(await currentLink(site, userId)),
    familyId: family.familyId,
    email,
    inviterEmail: '',
    phoneNumber: newPhone(),
  };
  for (const saved of [await saveDetails(site.app, invited), await saveBilling(site.app, invited)])
    expect(saved.status).toBe(200);
  const { body: quote } = await priceFor(site.app, invited);
  const { gateway } = site.dependencies;
  const realSale = gateway.sale;
  const own: { status: number; body: { code: string } }[] = [];
  gateway.sale = async (request) => {
    gateway.sale = realSale;
    own.push(await invitedPays(site.app, invited, { quote }));
    return realSale(request);
  };
  expect((await payPlan(site, professional, family.familyId, { parentIds: [userId] })).body.outcome).toBe('PAID');
  expect(own).toMatchObject([{ status: 409, body: { code: 'PAYMENT_IN_PROGRESS' } }]);
  expect((await invitedPays(site.app, invited, { quote })).body.code).toBe('ALREADY_PAID');
  expect(await ledger(site.sandboxUrl)).toHaveLength(1);
});

test('9-26: a payment for a parent who closes the account is refunded, and the parent leaves the case', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const [gone = '', left = ''] = ids(family);
  const { db } = site.dependencies;
  const close = (id: string) =>
    db.updateTable('users').set({ status: 'CLOSED', firstName: '', lastName: '' }).where('id', '=', id).execute();
  const { gateway } = site.dependencies;
  const realSale = gateway.sale;
  gateway.sale = async (request) => {
    await close(gone);
    return realSale(request);
  };
  const paid = await payPlan(site, professional, family.familyId, { parentIds: [gone] });
  expect(paid.body).toMatchObject({ outcome: 'PAID', givenBack: 14_400 });
  const shown = await ask<ProfessionalCase>(site, professional, `/cases/${family.familyId}`);
  expect(ids(shown.body)).toEqual([left]);
  expect((await payPlan(site, professional, family.familyId, { parentIds: [gone] })).status).toBe(404);
  await close(left);
  expect((await ask(site, professional, `/cases/${family.familyId}`)).status).toBe(404);
  expect((await searchCases(site, professional)).cases).toEqual([]);
});

test('1-7, 9-17: a plan for two refunds the part of a parent who has one by now, and starts the other', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  await drain(site);
  const [first = '', second = ''] = ids(family);
  paidMeanwhile(site, first);
  const paid = await payPlan(site, professional, family.familyId, { packageId: 1001, parentIds: [first, second] });
  expect(paid.body).toMatchObject({ outcome: 'PAID', givenBack: 14_400, givenBackFormatted: 'US$144.00' });
  // A sale can be partly refunded once it has settled.
  await settleSales(site.sandboxUrl);
  await drain(site);
  const [sale, back] = await ledger(site.sandboxUrl);
  expect([back?.kind, back?.amountCents]).toEqual(['refund', (sale?.amountCents ?? 0) / 2]);
  const held = await site.dependencies.db
    .selectFrom('subscriptions')
    .select('userId')
    .where('familyId', '=', family.familyId)
    .execute();
  expect(held.map(({ userId }) => userId).toSorted()).toEqual([first, second].toSorted());
});

test('PAY6, PAY7, M2: a decline and a changed price charge nothing', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const parentIds = ids(family);
  const declined = await payPlan(site, professional, family.familyId, {
    parentIds,
    nonce: 'fake-gateway-rejected-fraud-nonce',
  });
  expect(declined).toMatchObject({
    status: 402,
    body: { code: 'PAYMENT_DECLINED', validationErrors: [{ field: 'payment' }] },
  });
  expect(
    (await payPlan(site, professional, family.familyId, { parentIds, change: { amountDisplayed: 1 } })).status,
  ).toBe(409);
  expect((await payPlan(site, professional, family.familyId, { parentIds, packageId: 1202 })).body.code).toBe(
    'PACKAGE_NOT_OFFERED',
  );
  expect(await sales(site)).toEqual([]);
});

test('outside the United States the terms come first, and the price includes the tax of the practice', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site, {
    contact: { phoneCountryCode: '+44' },
    practice: britishPractice,
  });
  const family = await openFamily(site, professional);
  const parentIds = ids(family).slice(0, 1);
  const quote = await planQuote(site, professional, { familyId: family.familyId, parentIds });
  expect(quote.body.totals).toMatchObject({ taxAmount: 2880, total: 17_280 });
  expect((await payPlan(site, professional, family.familyId, { parentIds })).status).toBe(400);
  expect((await payPlan(site, professional, family.familyId, { parentIds, agreedToTerms: true })).body.outcome).toBe(
    'PAID',
  );
});
