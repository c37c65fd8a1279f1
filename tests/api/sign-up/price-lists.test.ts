import { expect, test } from 'vitest';
import { catalogReader } from '#server/catalog/catalog-reader.ts';
import { insertPriceVersion } from '#server/catalog/price-version-repository.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { billing, coParent, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import { untilLockIsWaitedFor } from '../../setup/database/lock-waits.ts';
import { inviteCoParent, invitedPays, priceFor, saveBilling, saveDetails } from '../../setup/invited.ts';
import { publishPrices } from '../../setup/price-versions.ts';
import { sales, setFault } from '../../setup/sandbox.ts';
import { addressInMinnesota, price, type Registration, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { announceAll, drain, moveClockTo, runDue, signedIn, subscribe } from '../../setup/subscriber.ts';
import { priceOf } from '../../setup/upgrade-calls.ts';

const sydney = {
  line1: '1 George Street',
  line2: '',
  city: 'Sydney',
  region: 'NSW',
  postalCode: '2000',
  country: 'AU',
};
const addressPath = '/v2/account/profile/address';
const notOffered = { status: 409, body: { code: 'PACKAGE_NOT_OFFERED' } };

/** The response to a price request, whatever it is. */
const priceAnswer = (site: TestSite, { signupId, headers }: Registration, order: object) =>
  send(site.app, {
    method: 'POST',
    path: `/v2/registrations/${signupId}/prices`,
    body: { orderDetail: order },
    headers,
  });

test('M2: of twenty tries with packages of other lists and one of the own list, only the own one is charged', async () => {
  const site = await openSite();
  const { app, dependencies, sandboxUrl } = site;
  const registration = await readyToPay(app, { areaCode: '612' });
  await setFault(sandboxUrl, { kind: 'latency', times: 1, matching: 'sale', delayMs: 400 });
  const quote = await price(app, registration, { packageId: 1102 });
  const others = [
    1001, 1002, 1012, 1201, 1202, 1203, 1211, 1301, 1302, 2061, 2063, 3061, 3063, 4061, 4063, 5061, 5063, 1011, 1212,
    9999,
  ];
  for (const packageId of [1201, 5061, 9999])
    expect(await priceAnswer(site, registration, { packageId }), String(packageId)).toMatchObject(notOffered);
  const tries = others.map((packageId) => submitPayment(app, registration, { packageId, quote }));
  const own = submitPayment(app, registration, { packageId: 1102, quote });
  for (const refused of await Promise.all(tries)) expect(refused).toMatchObject(notOffered);
  expect((await own).body.outcome).toBe('PAID');
  expect((await sales(site)).map(({ amountCents }) => amountCents)).toEqual([18_900]);
  const families = await dependencies.db.selectFrom('families').select('pricingGroup').execute();
  expect(families).toEqual([{ pricingGroup: 'P1' }]);
});

test('M2: an option that is not offered, and an address added later, are rejected before anything is charged', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const own = { packageId: 1003, productId: 'SUB1YEAR' };
  for (const services of [['1GB1', 'CALL1'], ['1GB2'], ['1GB1', 'TONE2'], ['1GB1', 'FREE1']])
    expect(await priceAnswer(site, registration, { ...own, services }), String(services)).toMatchObject(notOffered);
  const quote = await price(site.app, registration);
  const { signupId, headers, email } = registration;
  const parent = { firstName: 'Marta', lastName: 'Ruiz', email, phoneCountryCode: '+1', phoneNumber: '2025550177' };
  const moved = (address: object, timeZone: string) =>
    send(site.app, {
      method: 'PUT',
      path: `/v2/registrations/${signupId}`,
      body: { parent: { ...parent, timeZone }, address, sections: ['PARENT', 'ADDRESS'] },
      headers,
    });
  expect((await moved(sydney, 'Australia/Sydney')).status).toBe(200);
  const answer = await submitPayment(site.app, registration, { quote, agreedToTerms: true });
  expect([answer.status, answer.body.code]).toEqual([409, 'PACKAGE_NOT_OFFERED']);
  expect(await sales(site)).toEqual([]);
});

test('M2, 2.9-15: after the mismatch the order is priced by the list of the bill’s country, and that list is the family’s', async () => {
  const site = await openSite();
  const { app } = site;
  const registration = await readyToPay(app, { address: sydney, timeZone: 'Australia/Sydney' });
  expect(await priceAnswer(site, registration, { packageId: 1001 })).toMatchObject(notOffered);
  const check = (packageId: number, headers = {}) =>
    send(app, {
      method: 'POST',
      path: '/v2/package-country-checks',
      body: { packageId, countryCriteria: { country: 'AU', countryCode: '1', phoneNumber: '2025550142' } },
      headers,
    });
  const essentials = { packageId: 3061, displayName: 'Essentials', totalPriceFormatted: 'US$154.00' };
  expect((await check(1001)).body).toEqual({ outcome: 'OTHER_PACKAGES', country: 'AU', samePlan: essentials });
  expect((await check(1003)).body).toEqual({ outcome: 'OTHER_PACKAGES', country: 'AU', samePlan: null });
  expect((await check(3061)).body).toEqual({ outcome: 'MATCH', country: 'AU', samePlan: null });
  const paid = await submitPayment(app, registration, { packageId: 3061, agreedToTerms: true });
  expect(paid.body.receipt.totals.total).toBe(15_400);
  const { pricingGroup } = await site.dependencies.db
    .selectFrom('families')
    .select('pricingGroup')
    .executeTakeFirstOrThrow();
  expect(pricingGroup).toBe('AU');
});

test('M2: an invited parent buys from the family’s list; tax inside a price is never booked on a bill of another country', async () => {
  const site = await openSite();
  const { app, dependencies } = site;
  const invited = await inviteCoParent(site, { packageId: 1102, areaCode: '612' });
  await saveDetails(app, invited);
  await saveBilling(app, invited, sydney, 'Australia/Sydney');
  expect((await priceFor(app, invited, { packageId: 1102 })).status).toBe(200);
  for (const packageId of [1002, 3061]) expect(await priceFor(app, invited, { packageId })).toMatchObject(notOffered);

  await dependencies.db
    .updateTable('families')
    .set({ pricingGroup: 'MX' })
    .where('id', '=', invited.familyId)
    .execute();
  await saveBilling(app, invited, addressInMinnesota);
  expect(await priceFor(app, invited, { packageId: 5061 })).toMatchObject(notOffered);
  expect((await invitedPays(app, invited, { packageId: 1102 })).body.outcome).toBe('PAID');
  const { pricingGroup } = await dependencies.db
    .selectFrom('families')
    .select('pricingGroup')
    .executeTakeFirstOrThrow();
  expect(pricingGroup).toBe('MX');
});

/** Somebody in Sydney who pays for both parents, from Australia's price list. */
async function australian(site: TestSite) {
  const registration = await readyToPay(site.app, { address: sydney, timeZone: 'Australia/Sydney' });
  const order = { packageId: 3061, payForCoparent: true, agreedToTerms: true };
  const parent = await subscribe(site, { registration, ...order });
  await drain(site);
  return parent;
}

/** Renews a plan, and returns the invoice. */
async function invoiceOfRenewal(site: TestSite, { subscriptionId }: { subscriptionId: string }) {
  await announceAll(site);
  await renewSubscription(site.jobDependencies, { subscriptionId });
  const invoices = site.dependencies.db.selectFrom('documents').select(['amountCents', 'data']).orderBy('id', 'desc');
  return invoices.limit(1).executeTakeFirstOrThrow();
}

test('M2: whoever takes over a plan from another country’s list is billed its price without that country’s tax', async () => {
  const site = await openSite();
  const parent = await australian(site);
  const other = await coParent(site, parent);
  await setRenewal(site, parent.userId, other.subscriptionId, false);
  await replaceMethod(site, other.userId);
  await setRenewal(site, other.userId, other.subscriptionId, true);
  moveClockTo(site, parent.periodEnd);
  expect(await invoiceOfRenewal(site, other)).toMatchObject({ amountCents: 14_000, data: { insideTax: null } });
});

test('M2: whoever moves to another country sees, and is charged, its tax in place of the one inside the price', async () => {
  const site = await openSite();
  const parent = await australian(site);
  const headers = await signedIn(site, parent.userId);
  const address = { line1: '4 Elm', line2: '', city: 'Memphis', region: 'TN', postalCode: '38103', country: 'US' };
  const body = { address, timeZone: 'America/Chicago' };
  const preview = await send<{ renewals: { before: object; after: { total: number } }[] }>(site.app, {
    method: 'POST',
    path: `${addressPath}/preview`,
    body,
    headers,
  });
  const after = { total: 14_980, tax: 980 };
  expect(preview.body.renewals[0]).toMatchObject({ before: { total: 15_400, tax: 1_400 }, after });
  const totals = preview.body.renewals.map((renewal) => renewal.after.total);
  await send(site.app, { method: 'PUT', path: addressPath, body: { ...body, totals }, headers });
  const upgraded = await priceOf(site, parent, { packageId: 3063 });
  expect(upgraded.body.totals).toMatchObject({ total: 5_350, taxAmount: 350 });
  moveClockTo(site, parent.periodEnd, 1);
  expect(await invoiceOfRenewal(site, parent)).toMatchObject({ amountCents: 14_980, data: { insideTax: null } });
});

test('nothing is billed in a country where we do not sell: no address, upgrade or restart there; what is stored is read, and renewals are cancelled', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const { userId, subscriptionId } = parent;
  const headers = await signedIn(site, userId);
  const address = { line1: 'Ufer 4', line2: '', city: 'Berlin', region: 'BE', postalCode: '10115', country: 'DE' };
  const body = { address, timeZone: 'Europe/Berlin' };
  const refused = { status: 409, body: { code: 'COUNTRY_MISMATCH' } };
  const preview = { method: 'POST', path: `${addressPath}/preview`, body, headers } as const;
  const save = { method: 'PUT', path: addressPath, body: { ...body, totals: [14_400] }, headers } as const;
  for (const call of [preview, save]) expect(await send(site.app, call)).toMatchObject(refused);

  // Stored before we stopped selling there.
  await site.dependencies.db.updateTable('users').set(address).where('id', '=', userId).execute();
  expect(await priceOf(site, parent, { packageId: 1002 })).toMatchObject(refused);
  expect(await send(site.app, { method: 'GET', path: '/v2/account/upgrades', headers })).toMatchObject(refused);
  expect(await billing(site, userId)).toMatchObject({ subscriptions: [{ autoRenew: true }] });
  expect(await setRenewal(site, userId, subscriptionId, false)).toMatchObject({ body: { autoRenew: false } });
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  const restart = { method: 'GET', path: `/v2/account/subscriptions/${subscriptionId}/restart` } as const;
  expect(await send(site.app, { ...restart, headers: await signedIn(site, userId) })).toMatchObject(refused);
});

test('prices take effect on time in every process, even one stopped then; an order keeps its price version', async () => {
  const site = await openSite({ publishesPrices: true });
  const { app, dependencies, clock } = site;
  const { db } = dependencies;
  const shown = await readyToPay(app);
  const quote = await price(app, shown);
  const moment = new Date(clock.now().getTime() + 3_600_000);
  const version = await publishPrices(site, { 1001: 15_000 }, moment);
  const another = catalogReader({ db, clock });
  const essentials = async () => (await another()).packages.find(({ id }) => id === 1001)?.priceCents;
  clock.set(new Date(moment.getTime() - 2_000));
  expect(await essentials()).toBe(14_400);
  clock.set(moment);
  expect(await essentials()).toBe(15_000);
  expect(await submitPayment(app, shown, { quote })).toMatchObject({ status: 409, body: { code: 'QUOTE_CHANGED' } });
  expect((await submitPayment(app, shown)).body.outcome).toBe('PAID');
  const { quote: kept } = await db.selectFrom('orders').select('quote').executeTakeFirstOrThrow();
  expect(kept).toMatchObject({ priced: { total: 15_000, package: { priceVersion: version } } });
});

test('a new version with the same price does not affect a payment in progress', async () => {
  const site = await openSite({ publishesPrices: true });
  const shown = await readyToPay(site.app);
  const quote = await price(site.app, shown);
  await publishPrices(site, { 1002: 19_900 });
  expect((await submitPayment(site.app, shown, { quote })).body.outcome).toBe('PAID');
});

test('of concurrent publications one takes effect; published prices never change', async () => {
  const site = await openSite({ publishesPrices: true });
  const { db } = site.dependencies;
  // All have read which version they would replace before the first may write.
  const publishing = await db.transaction().execute(async (trx) => {
    const abandoned = {
      title: 'Abandoned',
      prices: { packages: {}, options: {} },
      copiedFrom: 1,
      at: site.clock.now(),
    };
    await insertPriceVersion(trx, abandoned);
    const all = [15_000, 16_000, 17_000].map((cents) => publishPrices(site, { 1001: cents }));
    const tries = Promise.allSettled(all);
    await untilLockIsWaitedFor(db, all.length);
    return { tries };
  });
  const statuses = (await publishing.tries).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  const [{ version } = { version: 0 }, ...others] = await db.selectFrom('pricePublications').selectAll().execute();
  expect(others).toEqual([]);
  const changed = db.updateTable('priceVersions').set({ prices: '{}' }).where('number', '=', version);
  const deleted = db.deleteFrom('priceVersions').where('number', '=', version);
  for (const change of [changed, deleted]) await expect(change.execute()).rejects.toThrow('never changed');
});
