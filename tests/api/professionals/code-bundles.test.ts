import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { BundleOffer, CodeBundle } from '#contract/api/professionals/code-bundles.ts';
import type { Day } from '#contract/fields/day.ts';
import { hours } from '#server/clock.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { ask, openFamily, type SignedIn, signedInProfessional } from '../../setup/professional.ts';
import { ledger, sales } from '../../setup/sandbox.ts';
import { readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { signedIn } from '../../setup/subscriber.ts';

type List = { offers: BundleOffer[]; bundles: CodeBundle[] };
type PaymentOptions = { size?: 5 | 10 | 25; packageId?: number; nonce?: string; amount?: number; key?: string };

async function buy(
  site: TestSite,
  professional: SignedIn,
  { size = 5, packageId = 1001, nonce = 'fake-valid-visa-nonce', amount, key = randomUUID() }: PaymentOptions = {},
) {
  const started = await ask<{ bundleId: string; offer: BundleOffer }>(site, professional, '/code-bundles', {
    body: { packageId, size },
  });
  const { bundleId, offer } = started.body;
  const payment = { amountDisplayed: amount ?? offer.totalCents, paymentType: 'CREDIT_CARD', nonce };
  const paid = await ask<{ outcome: string; code: string }>(site, professional, `/code-bundles/${bundleId}/payments`, {
    body: { payment },
    headers: { 'idempotency-key': key },
  });
  return { bundleId, offer, paid };
}

const codesOf = (site: TestSite, professional: { headers: Record<string, string> }, bundleId: string) =>
  ask<{ codes: string[] }>(site, professional, `/code-bundles/${bundleId}/codes`, { method: 'POST' });
const list = async (site: TestSite, professional: SignedIn) =>
  (await ask<List>(site, professional, '/code-bundles')).body;

const moveTo = ({ dependencies: { db } }: TestSite, { userId }: SignedIn, place: { country: string; region: string }) =>
  db.updateTable('users').set(place).where('id', '=', userId).execute();

test('a bundle is bought, shown once; a parent pays with a code and the balance says so', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { offers } = await list(site, professional);
  expect(
    offers
      .filter(({ packageId }) => packageId === 1001)
      .map(({ size, percentOff, totalCents }) => [size, percentOff, totalCents]),
  ).toEqual([
    [5, 5, 68_400],
    [10, 10, 129_600],
    [25, 15, 306_000],
  ]);
  const { bundleId, paid } = await buy(site, professional);
  expect(paid.body.outcome).toBe('PAID');
  expect((await ledger(site.sandboxUrl)).map(({ amountCents }) => amountCents)).toEqual([68_400]);
  const invoices = await site.dependencies.db.selectFrom('documents').select(['series', 'number', 'data']).execute();
  const rows = [{ kind: 'ITEM', label: expect.stringContaining('5'), cents: 68_400 }];
  expect(invoices).toMatchObject([{ series: 'US', number: 1_000_001, data: { paidFor: null, rows, insideTax: null } }]);

  const terms = await site.dependencies.db.selectFrom('consents').select('given').where('kind', '=', 'TERMS').execute();
  expect(terms).toEqual([{ given: true }, { given: true }]);

  const { body: shown } = await codesOf(site, professional, bundleId);
  expect(new Set(shown.codes).size).toBe(5);
  expect((await codesOf(site, professional, bundleId)).body.codes).toEqual(shown.codes);
  const stored = await ask(site, professional, `/code-bundles/${bundleId}/codes/receipt`, { method: 'POST' });
  expect(stored.status).toBe(200);
  expect((await codesOf(site, professional, bundleId)).status).toBe(404);

  const parent = await readyToPay(site.app);
  const code = shown.codes[2] ?? '';
  const redeemed = await submitPayment(site.app, parent, { codes: [code.toLowerCase()], nonce: null });
  expect(redeemed.body).toMatchObject({ outcome: 'PAID', receipt: { totals: { total: 0 } } });
  const { bundles } = await list(site, professional);
  expect(bundles[0]).toMatchObject({ unused: 4, balanceFormatted: 'US$576.00', codesToShow: false });
  const used = bundles[0]?.codes.find(({ state }) => state === 'USED');
  expect(used).toMatchObject({ masked: `…${code.slice(-4)}`, uses: [{ initials: 'M. O.' }] });
  expect(JSON.stringify(bundles)).not.toContain(code);
  expect(JSON.stringify(bundles)).not.toContain(parent.email);
});

test('M6, M7: days of a bundle, its codes and a letter are in the practice’s time zone', async () => {
  const site = await openSite();
  // Evening in Minneapolis; the next day in UTC.
  site.clock.set(new Date(`${new Date().getUTCFullYear() + 1}-03-02T01:30:00Z`));
  const day: Day = `${new Date().getUTCFullYear() + 1}-03-01`;
  const professional = await signedInProfessional(site);
  const { bundleId } = await buy(site, professional);
  const { body } = await codesOf(site, professional, bundleId);
  const registration = await readyToPay(site.app);
  expect((await submitPayment(site.app, registration, { codes: [body.codes[0] ?? ''] })).body.outcome).toBe('PAID');
  expect((await list(site, professional)).bundles[0]).toMatchObject({
    boughtOn: day,
    codes: expect.arrayContaining([
      expect.objectContaining({ uses: [{ usedOn: day, initials: 'M. O.' }] }),
    ]) as object[],
  });
  const order = site.dependencies.db.selectFrom('orders').select('quote').where('purpose', '=', 'CODE_BUNDLE');
  expect((await order.executeTakeFirstOrThrow()).quote).toMatchObject({ renewal: { date: day } });
  const { familyId, parents } = await openFamily(site, professional);
  const letter = `/cases/${familyId}/parents/${parents[1]?.userId}/letters`;
  const printed = await ask<{ expiresOn: Day }>(site, professional, letter, { method: 'POST' });
  // The last full day of the letter's code.
  expect(printed.body.expiresOn).toBe(addDays(day, 29));
});

test('codes not confirmed as stored can be shown again for an hour, then never', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { bundleId } = await buy(site, professional);
  const { body } = await codesOf(site, professional, bundleId);
  site.clock.advance(hours(1) - 1000);
  const later = { headers: await signedIn(site, professional.userId) };
  expect((await codesOf(site, later, bundleId)).body.codes).toEqual(body.codes);
  site.clock.advance(2000);
  expect((await codesOf(site, later, bundleId)).status).toBe(404);
});

test('the database and the log hold no code of a bundle', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { bundleId } = await buy(site, professional);
  const { body } = await codesOf(site, professional, bundleId);
  const { db } = site.dependencies;
  const rows = await Promise.all([
    db.selectFrom('activationCodes').selectAll().execute(),
    db.selectFrom('codeBundles').selectAll().execute(),
    db.selectFrom('paymentAttempts').selectAll().execute(),
  ]);
  const seen = `${JSON.stringify(rows)}\n${site.logged.join('\n')}`;
  for (const code of body.codes) expect(seen).not.toContain(code);
});

test('an unpaid bundle has no codes; a decline, a wrong amount and an unknown plan charge nothing', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const declined = await buy(site, professional, { nonce: 'fake-gateway-rejected-fraud-nonce' });
  expect(declined.paid.status).toBe(402);
  expect((await codesOf(site, professional, declined.bundleId)).status).toBe(404);
  expect((await buy(site, professional, { amount: 1 })).paid.status).toBe(409);
  expect((await ask(site, professional, '/code-bundles', { body: { packageId: 1001, size: 7 } })).status).toBe(400);
  expect((await ask(site, professional, '/code-bundles', { body: { packageId: 1003, size: 5 } })).status).toBe(400);
  expect(await sales(site)).toEqual([]);
});

test('PAY4: ten submissions at once buy one bundle', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const submissions = await Promise.all(Array.from({ length: 10 }, () => buy(site, professional)));
  expect(new Set(submissions.map(({ bundleId }) => bundleId)).size).toBe(1);
  expect(await ledger(site.sandboxUrl)).toHaveLength(1);
  expect(
    await site.dependencies.db.selectFrom('activationCodes').select('id').where('bundleId', 'is not', null).execute(),
  ).toHaveLength(5);
});

test('N3: no codes are offered or sold to a practice in a country without plans, not even a bundle that it had chosen before', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const chosen = await ask<{ bundleId: string; offer: BundleOffer }>(site, professional, '/code-bundles', {
    body: { packageId: 1001, size: 5 },
  });
  await moveTo(site, professional, { country: 'DE', region: 'BE' });
  expect((await list(site, professional)).offers).toEqual([]);
  expect(await ask(site, professional, '/code-bundles', { body: { packageId: 1001, size: 5 } })).toMatchObject({
    status: 409,
    body: { code: 'COUNTRY_MISMATCH' },
  });
  const payment = {
    amountDisplayed: chosen.body.offer.totalCents,
    paymentType: 'CREDIT_CARD',
    nonce: 'fake-valid-visa-nonce',
  };
  const path = `/code-bundles/${chosen.body.bundleId}/payments`;
  const headers = { 'idempotency-key': randomUUID() };
  expect(await ask(site, professional, path, { body: { payment }, headers })).toMatchObject({
    status: 409,
    body: { code: 'COUNTRY_MISMATCH' },
  });
  expect(await ledger(site.sandboxUrl)).toEqual([]);
});

test('REL2: a bundle’s submission that is resent after the practice has moved gets its own outcome', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  for (const [nonce, status] of [
    ['fake-gateway-rejected-fraud-nonce', 402],
    ['fake-valid-visa-nonce', 200],
  ] as const) {
    await moveTo(site, professional, { country: 'US', region: 'MN' });
    const key = randomUUID();
    const { bundleId, offer, paid } = await buy(site, professional, { nonce, key });
    expect(paid.status).toBe(status);
    await moveTo(site, professional, { country: 'DE', region: 'BE' });
    const payment = { amountDisplayed: offer.totalCents, paymentType: 'CREDIT_CARD', nonce };
    const sent = { body: { payment }, headers: { 'idempotency-key': key } };
    const again = await ask<{ outcome?: string; code?: string }>(
      site,
      professional,
      `/code-bundles/${bundleId}/payments`,
      sent,
    );
    expect([again.status, again.body.code, again.body.outcome]).toEqual([status, paid.body.code, paid.body.outcome]);
  }
  expect(await sales(site)).toHaveLength(1);
});
