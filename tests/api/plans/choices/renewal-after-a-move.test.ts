import { expect, test } from 'vitest';
import { billing, charges } from '../../../setup/account-calls.ts';
import { choices, choose } from '../../../setup/renewal-choices.ts';
import { send } from '../../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../../setup/site.ts';
import { moveClockTo, runDue, type Subscriber, signedIn, subscribe } from '../../../setup/subscriber.ts';

const line = { line1: '1 Main Street', line2: '' };
const places = {
  US: { city: 'St. Paul', region: 'MN', postalCode: '55101', timeZone: 'America/Chicago' },
  CA: { city: 'Vancouver', region: 'BC', postalCode: 'V5K 0A1', timeZone: 'America/Vancouver' },
  AU: { city: 'Sydney', region: 'NSW', postalCode: '2000', timeZone: 'Australia/Sydney' },
  NZ: { city: 'Auckland', region: 'AUK', postalCode: '1010', timeZone: 'Pacific/Auckland' },
};
type Country = keyof typeof places;

function livesIn(country: Country) {
  const { timeZone, ...place } = places[country];
  return { address: { address: { ...line, ...place, country }, timeZone }, agreedToTerms: true };
}

/** As the profile does it: with the renewals' totals that it showed before. */
async function moveTo({ app, ...site }: TestSite, { userId }: Subscriber, country: Country) {
  const headers = await signedIn({ app, ...site }, userId);
  const path = '/v2/account/profile/address';
  const body = livesIn(country).address;
  type Shown = { renewals: { after: { total: number } | null }[] };
  const shown = await send<Shown>(app, { method: 'POST', path: `${path}/preview`, headers, body });
  const totals = shown.body.renewals.flatMap(({ after }) => after?.total ?? []);
  const moved = await send(app, { method: 'PUT', path, headers, body: { ...body, totals } });
  expect([moved.status, moved.body]).toMatchObject([200, {}]);
}

async function offered(site: TestSite, parent: Subscriber) {
  const { movedTo, asHeld, packages } = (await choices(site, parent)).body;
  const [view] = (await billing(site, parent.userId)).subscriptions;
  return {
    movedTo,
    asHeld: asHeld.amount,
    packages: packages.map(({ id, atRenewal }) => [id, atRenewal.amount]),
    there: view?.soldThere ?? null,
    renewal: view?.renewal?.amount,
  };
}

test('MOV1: whoever moves to a country with plans of its own sees both prices, is charged the one announced, and may choose that of the other', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { packageId: 1002, ...livesIn('US') });
  await moveTo(site, parent, 'AU');
  // 198.00 and 10 % GST; 209.00 and 154.00 with GST inside.
  const plans = {
    packages: expect.arrayContaining([
      [3061, 15_400],
      [3063, 20_900],
    ]),
    movedTo: 'Australia',
  };
  const there = { countryName: 'Australia', amountFormatted: 'US$209.00' };
  expect(await offered(site, parent)).toMatchObject({ ...plans, there, asHeld: 21_780, renewal: 21_780 });
  expect((await choose(site, parent, { packageId: 1001 })).body.code).toBe('PACKAGE_NOT_OFFERED');
  expect((await choose(site, parent, { packageId: 3063 })).status).toBe(200);
  expect(await offered(site, parent)).toMatchObject({ there: null, renewal: 20_900 });
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect((await charges(site)).at(-1)).toBe(20_900);
  expect(await offered(site, parent)).toMatchObject({ movedTo: null, there: null, renewal: 20_900 });
});

test('MOV1: without a choice the plan held renews after a move, with the tax of the new country', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { packageId: 1002, ...livesIn('US') });
  await moveTo(site, parent, 'AU');
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect((await charges(site)).at(-1)).toBe(21_780);
});

test.each([
  ['AU', 3063, 'US', { movedTo: 'United States', there: 'US$198.00', asHeld: 19_000 }],
  ['AU', 3061, 'NZ', { movedTo: 'New Zealand', there: 'US$161.00', asHeld: 16_100 }],
  ['US', 1002, 'CA', { movedTo: null, there: null, asHeld: 22_176 }],
  ['AU', 3063, 'AU', { movedTo: null, there: null, asHeld: 20_900 }],
] as const)('MOV1: who paid in %s for plan %i and is billed in %s', async (before, packageId, after, expected) => {
  const site = await openSite();
  const parent = await subscribe(site, { packageId, ...livesIn(before) });
  await moveTo(site, parent, after);
  const { movedTo, there, asHeld } = await offered(site, parent);
  expect({ movedTo, there: there?.amountFormatted ?? null, asHeld }).toEqual(expected);
});
