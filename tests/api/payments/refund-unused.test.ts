import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CodeBundle } from '#contract/api/professionals/code-bundles.ts';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { days } from '#server/clock.ts';
import { moneyOfOrder } from '#server/payments/order-money.ts';
import { lockFamily } from '#server/professionals/case-repository.ts';
import { book } from '../../setup/account-calls.ts';
import {
  credentialsOf,
  currentLink,
  newUsername,
  putCredentials,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { ask, openFamily, payPlan, type SignedIn, signedInProfessional } from '../../setup/professional.ts';
import { bankSays, latestSale } from '../../setup/providers/payers-bank.ts';
import { mailsTo, settleSales } from '../../setup/sandbox.ts';
import { newPhone, readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, signedIn } from '../../setup/subscriber.ts';

type Refund = { amount: number; codes: number; code: string };
type Offer = { refund: { amount: number; until: string; names: string[] } | null };
type Caller = { headers: Record<string, string> };

const ids = ({ parents }: ProfessionalCase) => parents.map(({ userId }) => userId);
const offered = async (site: TestSite, professional: Caller, familyId: string) =>
  (await ask<Offer>(site, professional, `/cases/${familyId}/refund`)).body.refund;
const refundPlan = (site: TestSite, professional: Caller, familyId: string) =>
  ask<Refund>(site, professional, `/cases/${familyId}/refund`, { method: 'POST' });

async function paidFamily(site: TestSite) {
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const paid = await payPlan(site, professional, family.familyId, { parentIds: ids(family) });
  if (paid.status !== 200) throw new Error(`Paying answered ${paid.status}`);
  return { professional, family, familyId: family.familyId };
}

/** A parent invited by their professional, one form away from joining. */
async function oneFormAway(site: TestSite, professional: SignedIn, { familyId, parents }: ProfessionalCase) {
  const [one] = parents;
  const userId = one?.userId ?? '';
  await ask(site, professional, `/cases/${familyId}/parents/${userId}/invites`, { method: 'POST' });
  const link = await currentLink(site, userId);
  const invited = { ...link, familyId, email: one?.email ?? '', phoneNumber: newPhone(), inviterEmail: '' };
  const { body } = await saveDetails(site.app, invited);
  const token = body.inviteToken ?? link.token;
  const headers = { 'x-invite-token': token };
  const billing = await saveBilling(site.app, { ...invited, token, headers });
  return { userId, token: billing.body.context.authToken ?? '' };
}

test('1-8: plans of parents who have not joined are refunded: they end, with a credit note', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { professional, familyId } = await paidFamily(site);
  await settleSales(site.sandboxUrl);
  expect(await offered(site, professional, familyId)).toMatchObject({ amount: 28_800, names: ['Marta', 'Joe'] });
  expect(await refundPlan(site, professional, familyId)).toMatchObject({ status: 200, body: { amount: 28_800 } });
  await drain(site);
  expect(await book(site)).toEqual([
    ['sale', 28_800],
    ['refund', 28_800],
  ]);
  const states = await db.selectFrom('subscriptions').select('state').execute();
  expect(states).toEqual([{ state: 'REFUNDED' }, { state: 'REFUNDED' }]);
  const documents = await db.selectFrom('documents').select(['kind', 'amountCents']).orderBy('issuedAt').execute();
  expect(documents).toMatchObject([{ kind: 'INVOICE' }, { kind: 'CREDIT_NOTE', amountCents: 28_800 }]);
  const subjects = (await mailsTo(site.sandboxUrl, professional.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('refund of US$288.00'))).toHaveLength(1);
  expect(await offered(site, professional, familyId)).toBeNull();
  expect((await refundPlan(site, professional, familyId)).body.code).toBe('NOT_REFUNDABLE');
});

test('1-9: a joined parent keeps their plan; the other one’s part is refundable until the thirtieth day', async () => {
  const site = await openSite();
  const { professional, family, familyId } = await paidFamily(site);
  const [joined = ''] = ids(family);
  await site.dependencies.db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', joined).execute();
  expect(await offered(site, professional, familyId)).toMatchObject({ amount: 14_400, names: ['Joe'] });
  site.clock.advance(days(31));
  const later = { headers: await signedIn(site, professional.userId) };
  expect(await offered(site, later, familyId)).toBeNull();
  expect((await refundPlan(site, later, familyId)).body.code).toBe('NOT_REFUNDABLE');
  site.clock.advance(days(-1));
  const inTime = { headers: await signedIn(site, professional.userId) };
  expect((await refundPlan(site, inTime, familyId)).body.amount).toBe(14_400);
  const stored = site.dependencies.db.selectFrom('subscriptions').select(['userId', 'state']).orderBy('state');
  expect((await stored.execute())[0]).toEqual({ userId: joined, state: 'CURRENT' });
});

test('R1: what the bank has returned of a payment for two is not refunded again out of the other parent’s plan', async () => {
  const site = await openSite();
  const { professional, family, familyId } = await paidFamily(site);
  const [joined = ''] = ids(family);
  await site.dependencies.db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', joined).execute();
  await bankSays(site, professional.userId, 'lost', { cents: 10_000 });
  expect(await offered(site, professional, familyId)).toMatchObject({ amount: 9_400, names: ['Joe'] });
  expect((await refundPlan(site, professional, familyId)).body.amount).toBe(9_400);
  await drain(site);
  const { id } = await latestSale(site, professional.userId);
  const { leftOfPart, leftCents } = await moneyOfOrder(site.dependencies.db, id);
  expect([leftOfPart({ paidCents: 14_400, isPayers: false }), leftCents]).toEqual([9_400, 9_400]);
});

test.each([1, 2, 3])(
  '1-10: twenty refunds while the parent joins (%i): the plan is kept or refunded, never both',
  async (round) => {
    const site = await openSite();
    const { professional, family, familyId } = await paidFamily(site);
    const { userId, token } = await oneFormAway(site, professional, family);
    const join = () => putCredentials(site.app, { token, body: credentialsOf(newUsername()) });
    const refunds = () => Array.from({ length: 20 }, () => refundPlan(site, professional, familyId));
    const [joined, answers] =
      round === 1
        ? await Promise.all([join(), Promise.all(refunds())])
        : await Promise.all([
            join(),
            new Promise((resolve) => setTimeout(resolve, round * 40)).then(() => Promise.all(refunds())),
          ]);
    const given = answers.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    const held = await site.dependencies.db
      .selectFrom('subscriptions')
      .select('state')
      .where('userId', '=', userId)
      .executeTakeFirst();
    expect([joined.status, held?.state, given[0]?.body.amount]).toEqual(
      joined.status === 200 ? [200, 'CURRENT', 14_400] : [401, 'REFUNDED', 28_800],
    );
    const user = await site.dependencies.db
      .selectFrom('users')
      .select('status')
      .where('id', '=', userId)
      .executeTakeFirst();
    expect(user?.status).toBe(joined.status === 200 ? 'ACTIVE' : 'INVITED');
  },
);

test('1-11: a parent can join while their professional’s change holds the family’s lock', async () => {
  const site = await openSite();
  const { professional, family, familyId } = await paidFamily(site);
  const { token } = await oneFormAway(site, professional, family);
  await site.dependencies.db.transaction().execute(async (trx) => {
    await lockFamily(trx, { professionalId: professional.userId, familyId });
    const joined = await putCredentials(site.app, { token, body: credentialsOf(newUsername()) });
    expect(joined.status).toBe(200);
  });
});

async function boughtCodes(site: TestSite) {
  const professional = await signedInProfessional(site);
  const started = await ask<{ bundleId: string; offer: { totalCents: number } }>(site, professional, '/code-bundles', {
    body: { packageId: 1001, size: 5 },
  });
  const { bundleId, offer } = started.body;
  const at = `/code-bundles/${bundleId}`;
  const payment = { amountDisplayed: offer.totalCents, paymentType: 'CREDIT_CARD', nonce: 'fake-valid-visa-nonce' };
  await ask(site, professional, `${at}/payments`, { body: { payment }, headers: { 'idempotency-key': randomUUID() } });
  const shown = await ask<{ codes: string[] }>(site, professional, `${at}/codes`, { method: 'POST' });
  const bundle = async (asking: Caller = professional) =>
    (await ask<{ bundles: CodeBundle[] }>(site, asking, '/code-bundles')).body.bundles[0];
  return { professional, at, codes: shown.body.codes, bundle };
}

test('1-12: a bundle’s unused codes are refunded and stop working; used ones stay used', async () => {
  const site = await openSite();
  const { professional, at, codes, bundle } = await boughtCodes(site);
  const [used = '', unused = ''] = codes;
  const parent = await readyToPay(site.app);
  expect((await submitPayment(site.app, parent, { codes: [used], nonce: null })).body.outcome).toBe('PAID');
  // Four fifths of US$684.00.
  expect((await bundle())?.refund).toMatchObject({ codes: 4, amount: 54_720 });
  const back = await ask<Refund>(site, professional, `${at}/refund`, { method: 'POST' });
  expect(back.body).toMatchObject({ codes: 4, amount: 54_720 });
  expect((await ask<Refund>(site, professional, `${at}/refund`, { method: 'POST' })).body.code).toBe('NOT_REFUNDABLE');
  const after = await bundle();
  expect(after).toMatchObject({ unused: 0, refund: null, balanceFormatted: 'US$0.00' });
  expect(after?.codes.map(({ state }) => state).toSorted()).toEqual([
    'REFUNDED',
    'REFUNDED',
    'REFUNDED',
    'REFUNDED',
    'USED',
  ]);
  const late = await submitPayment(site.app, await readyToPay(site.app), { codes: [unused], nonce: null });
  expect(late.status).toBe(400);
  await settleSales(site.sandboxUrl);
  await drain(site);
  expect(await book(site)).toEqual([
    ['sale', 68_400],
    ['refund', 54_720],
  ]);
});

test('1-13: after thirty days a bundle is not refundable, and its codes keep working', async () => {
  const site = await openSite();
  const { professional, at, bundle } = await boughtCodes(site);
  site.clock.advance(days(31));
  const later = { headers: await signedIn(site, professional.userId) };
  expect((await bundle(later))?.refund).toBeNull();
  expect((await ask<Refund>(site, later, `${at}/refund`, { method: 'POST' })).body.code).toBe('NOT_REFUNDABLE');
  expect((await bundle(later))?.unused).toBe(5);
});

test('1-14: twenty refunds while a parent pays with a code: it is used or refunded, never both', async () => {
  const site = await openSite();
  const { professional, at, codes } = await boughtCodes(site);
  const parent = await readyToPay(site.app);
  const [paid, answers] = await Promise.all([
    submitPayment(site.app, parent, { codes: [codes[0] ?? ''], nonce: null }),
    Promise.all(Array.from({ length: 20 }, () => ask<Refund>(site, professional, `${at}/refund`, { method: 'POST' }))),
  ]);
  const given = answers.filter(({ status }) => status === 200);
  expect(given).toHaveLength(1);
  const wasUsed = paid.body.outcome === 'PAID';
  expect(given[0]?.body).toMatchObject(wasUsed ? { codes: 4, amount: 54_720 } : { codes: 5, amount: 68_400 });
  const uses = await site.dependencies.db.selectFrom('activationCodeUses').select('state').execute();
  expect(uses).toEqual(wasUsed ? [{ state: 'REDEEMED' }] : []);
});

test('Y11: an invited parent whose plan was refunded is told that they choose a plan themselves', async () => {
  const site = await openSite();
  const { professional, family, familyId } = await paidFamily(site);
  const [one] = family.parents;
  await ask(site, professional, `/cases/${familyId}/parents/${one?.userId ?? ''}/invites`, { method: 'POST' });
  await drain(site);
  const mails = async () => (await mailsTo(site.sandboxUrl, one?.email ?? '')).map(({ text }) => text);
  expect((await mails())[0]).toContain('Your plan has been paid');
  await settleSales(site.sandboxUrl);
  expect((await refundPlan(site, professional, familyId)).status).toBe(200);
  await drain(site);
  const [latest, ...earlier] = await mails();
  expect(earlier).toHaveLength(1);
  expect(latest).not.toContain('Your plan has been paid');
});
