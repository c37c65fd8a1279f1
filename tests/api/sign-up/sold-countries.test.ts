import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { BundleOffer } from '#contract/api/professionals/code-bundles.ts';
import { sellersOf } from '#server/documents/sellers.ts';
import { billing, book, charges, setRenewal } from '../../setup/account-calls.ts';
import { ask, signedInProfessional } from '../../setup/professional.ts';
import { atRestart } from '../../setup/restart-calls.ts';
import { ledger } from '../../setup/sandbox.ts';
import { addressInMinnesota, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { offerOf, performAction, staffHeaders, viewPerson } from '../../setup/staff.ts';
import { moveClockTo, runDue, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { upgrade } from '../../setup/upgrade-calls.ts';

const auckland = { ...addressInMinnesota, city: 'Auckland', region: 'AUK', postalCode: '1010', country: 'NZ' };
const ours = { name: 'Harbor', address: '1 Pier Road', taxNumber: null };
const notSold = { status: 409, body: { code: 'COUNTRY_MISMATCH' } };

/** From now on only one country has a seller. The routes read this on each call. */
const sellOnlyIn = ({ dependencies }: TestSite, country: 'US' | 'GB') =>
  Object.assign(dependencies.sellers, sellersOf({ [country]: ours }, { takesRealMoney: true }));

test('O1: in a country without a seller a plan is reported as not sold, and nothing is charged', async () => {
  const site = await openSite();
  sellOnlyIn(site, 'US');
  const there = await readyToPay(site.app, { address: auckland, timeZone: 'Pacific/Auckland' });
  expect(await submitPayment(site.app, there, { packageId: 4061, agreedToTerms: true })).toMatchObject(notSold);
  const checked = await send<{ outcome: string }>(site.app, {
    method: 'POST',
    path: '/v2/package-country-checks',
    body: { packageId: 4061, countryCriteria: { country: 'NZ', countryCode: '64', phoneNumber: '211234567' } },
  });
  expect(checked.body.outcome).toBe('NOT_SOLD');
  expect(await ledger(site.sandboxUrl)).toEqual([]);
  const here = await readyToPay(site.app);
  expect((await submitPayment(site.app, here)).body.outcome).toBe('PAID');
  expect(await charges(site)).toHaveLength(1);
});

test('O1: a plan goes on and is upgraded where its seller is gone, and does not begin again, by card or by code', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  sellOnlyIn(site, 'GB');
  expect((await upgrade(site, parent, { packageId: 1002 })).body.outcome).toBe('PAID');
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  moveClockTo(site, parent.periodEnd, 1);
  await runDue(site);
  const before = await book(site);
  expect(before).toHaveLength(2);
  const submit = await atRestart(site, parent);
  expect(await submit()).toMatchObject(notSold);
  const staff = await staffHeaders(site, ['BILLING']);
  expect(offerOf(await viewPerson(site, staff, parent.userId), 'PAY_WITH_CODE')).toBeUndefined();
  const byCode = await performAction(site, staff, parent.userId, {
    action: 'PAY_WITH_CODE',
    subject: parent.subscriptionId,
    inputs: { activationCode: 'FULL-1YR0-DEMO' },
  });
  expect(byCode.statusCode).toBe(409);
  expect((await billing(site, parent.userId)).subscriptions).toMatchObject([{ mayRequestFeeWaiver: false }]);
  expect((await subscriptionOf(site, parent)).state).toBe('LAPSED');
  expect(await book(site)).toEqual(before);
});

test('O1: codes are neither offered nor sold to a practice where there is no seller, and nothing is charged', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const body = { packageId: 1001, size: 5 };
  const chosen = await ask<{ bundleId: string; offer: BundleOffer }>(site, professional, '/code-bundles', { body });
  sellOnlyIn(site, 'GB');
  const list = await ask<{ offers: BundleOffer[] }>(site, professional, '/code-bundles');
  expect(list.body.offers).toEqual([]);
  expect(await ask(site, professional, '/code-bundles', { body })).toMatchObject(notSold);
  const { bundleId, offer } = chosen.body;
  const payment = {
    amountDisplayed: offer.totalCents,
    paymentType: 'CREDIT_CARD',
    nonce: 'fake-valid-visa-nonce',
  };
  const headers = { 'idempotency-key': randomUUID() };
  expect(
    await ask(site, professional, `/code-bundles/${bundleId}/payments`, { body: { payment }, headers }),
  ).toMatchObject(notSold);
  expect(await ledger(site.sandboxUrl)).toEqual([]);
});
