import { expect, test } from 'vitest';
import type { AnswerOf } from '#contract/api/route.ts';
import type { OfferedAction } from '#contract/api/staff/staff-people.ts';
import type { readPriceVersion, viewPlansAs } from '#contract/api/staff/staff-prices.ts';
import type { StaffActionName } from '#contract/staff/staff-actions.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { confirmProposal as confirm, performAction, staffHeaders, writtenLog } from '../../setup/staff.ts';

type Headers = Record<string, string>;
type Version = AnswerOf<typeof readPriceVersion>;

const get = async <Answer>({ app }: TestSite, headers: Headers, path: string): Promise<Answer> =>
  (await app.inject({ url: `/api/v2/staff/price-versions${path}`, headers })).json<Answer>();
const look = (site: TestSite, headers: Headers, number: number) => get<Version>(site, headers, `/${number}`);

const offered = ({ offers }: Version, name: StaffActionName, part = '') =>
  offers.find(({ action, subject }) => action === name && (subject ?? '').endsWith(part));

/** Performs an offered action; returns the status. */
async function take(site: TestSite, headers: Headers, offer: OfferedAction | undefined, inputs: object = {}) {
  if (!offer) throw new Error('It is not offered');
  const { action, subject } = offer;
  return (await performAction(site, headers, null, { action, subject, inputs })).statusCode;
}

const listed = async ({ app }: TestSite, query: string) =>
  (await app.inject({ url: `/api/v2/packages?${query}` })).json<{ packages: { id: number; totalPrice: number }[] }>();

/** A draft based on the first version, with some changed prices. */
async function draft(site: TestSite, headers: Headers, changes: Record<string, Record<string, number>>) {
  await take(site, headers, offered(await look(site, headers, 1), 'COPY_PRICES'), { purpose: 'Spring' });
  const { versions } = await get<{ versions: { number: number }[] }>(site, headers, '');
  const number = versions[0]?.number ?? 0;
  for (const [list, prices] of Object.entries(changes)) {
    const offer = offered(await look(site, headers, number), 'CHANGE_PRICES', `.${list}`);
    const unchanged = offer?.inputs.map((input) => [input.name, 'initial' in input ? input.initial : 0]) ?? [];
    expect(await take(site, headers, offer, { ...Object.fromEntries(unchanged), ...prices })).toBe(200);
  }
  return number;
}

const open = async () => {
  const site = await openSite({ publishesPrices: true });
  const [gus, ada] = await Promise.all([staffHeaders(site, ['GROWTH']), staffHeaders(site, ['ADMIN'])]);
  return { site, gus, ada };
};

test('prices are drafted, previewed, published by a second person, shown to parents, and rolled back in the same way', async () => {
  const { site, gus, ada } = await open();
  const number = await draft(site, gus, {
    P0: { 'package-1001': 15_000 },
    UK: { 'package-2061': 18_000 },
    OPTIONS: { 'option-TONE1': 1_500 },
  });
  const page = await look(site, gus, number);
  expect(page.rows.filter(({ isChanged }) => isChanged)).toMatchObject([
    { list: 'P0', priceFormatted: 'US$150.00', inForceFormatted: 'US$144.00' },
    { list: 'UK', priceFormatted: 'US$180.00', taxFormatted: 'US$30.00' },
    { list: 'OPTIONS', priceFormatted: 'US$15.00' },
  ]);
  const plansFor = (query: string) =>
    get<AnswerOf<typeof viewPlansAs>>(site, gus, `/${number}/plans?${query}`).then(({ plans }) => plans);
  const [american] = await plansFor('countryCode=1&phoneNumber=2025550142&language=es');
  expect(american).toMatchObject({
    card: { displayName: 'Esencial', totalPrice: 15_000 },
    dueFormatted: 'US$150.00',
    renewsAtFormatted: 'US$150.00',
  });
  expect((await plansFor('countryCode=1&phoneNumber=6125550142')).map(({ card }) => card.id)[0]).toBe(1102);
  expect((await plansFor('country=MX&countryCode=1')).map(({ card }) => card.id)).toEqual([5061, 5063]);
  const british = 'country=GB&countryCode=44&phoneNumber=7700900123';
  expect((await plansFor(british))[0]?.card.id).toBe(1001);
  expect((await plansFor(`${british}&experiments=TREATMENT`))[0]?.card).toMatchObject({ id: 2061, vatAmount: 3_000 });
  const essentials = async () => (await listed(site, 'countryCode=1&phoneNumber=2025550142')).packages[0]?.totalPrice;
  expect(await take(site, gus, offered(page, 'PUBLISH_PRICES'))).toBe(200);
  expect(await essentials()).toBe(14_400);
  expect((await confirm(site, gus)).statusCode).toBe(403);
  const confirmed = await confirm(site, ada);
  expect(confirmed.statusCode).toBe(200);
  expect(confirmed.sentences).toContain('Essentials, one year (P0): US$144.00 becomes US$150.00.');
  expect(await essentials()).toBe(15_000);
  expect(await look(site, gus, number)).toMatchObject({ state: 'IN_FORCE' });
  const first = await look(site, gus, 1);
  expect(first.state).toBe('PAST');
  expect(await take(site, ada, offered(first, 'PUBLISH_PRICES'))).toBe(200);
  expect((await confirm(site, gus)).statusCode).toBe(200);
  expect(await essentials()).toBe(14_400);
  const published = (await writtenLog(site)).filter(({ action }) => action === 'PUBLISH_PRICES');
  expect(published).toMatchObject([
    { actor: 'staff-admin', proposedBy: 'staff-growth' },
    { actor: 'staff-growth', proposedBy: 'staff-admin' },
  ]);
});

test('absurd, stale and foreign price changes are rejected: below ten dollars, over a thousand, another currency, a published version, a concurrent change', async () => {
  const { site, gus, ada } = await open();
  const number = await draft(site, gus, {});
  const offer = offered(await look(site, gus, number), 'CHANGE_PRICES', '.P0');
  const unchanged = Object.fromEntries(
    offer?.inputs.map((input) => [input.name, 'initial' in input ? input.initial : 0]) ?? [],
  );
  const changed = (value: unknown, name = 'package-1001') => take(site, gus, offer, { ...unchanged, [name]: value });
  for (const value of [-14_400, 0, 144, 100_001, 144.5, '€150', '150 GBP', null])
    expect([value, await changed(value)]).toEqual([value, 400]);
  expect(await changed(15_000, 'package-2061')).toBe(400);
  expect(await changed(15_000)).toBe(200);
  // Read before that change, by another person or in another tab.
  expect(await changed(15_100)).toBe(409);
  const page = await look(site, gus, number);
  expect(await take(site, gus, offered(page, 'PUBLISH_PRICES'))).toBe(200);
  expect(await take(site, gus, offered(page, 'PUBLISH_PRICES'))).toBe(409);
  expect((await confirm(site, ada)).statusCode).toBe(200);
  const live = await look(site, gus, number);
  expect(live.offers.map(({ action }) => action)).toEqual(['COPY_PRICES']);
  expect(await take(site, gus, offered(page, 'CHANGE_PRICES', '.P0'), unchanged)).toBe(409);
  expect(await take(site, gus, offered(page, 'PUBLISH_PRICES'))).toBe(409);
});

test('a scheduled version waits for its moment; until then nothing else is published, and it can be withdrawn', async () => {
  const { site, gus, ada } = await open();
  const [one, other] = [
    await draft(site, gus, { P0: { 'package-1001': 15_000 } }),
    await draft(site, gus, { P0: { 'package-1002': 20_000 } }),
  ];
  const day = new Date(site.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const inputs = { day, hour: '12:00' };
  expect(await take(site, gus, offered(await look(site, gus, other), 'PUBLISH_PRICES'))).toBe(200);
  expect(await take(site, gus, offered(await look(site, gus, one), 'SCHEDULE_PRICES'), inputs)).toBe(200);
  // The other one was proposed first and is in force before this one is confirmed, which was compared with its
  // predecessor.
  expect([(await confirm(site, ada)).statusCode, (await confirm(site, ada)).statusCode]).toEqual([200, 409]);
  expect(await take(site, gus, offered(await look(site, gus, one), 'SCHEDULE_PRICES'), inputs)).toBe(200);
  expect((await confirm(site, ada)).statusCode).toBe(200);
  const scheduled = await look(site, gus, one);
  expect(scheduled).toMatchObject({ state: 'SCHEDULED', inForceFrom: `${day}T12:00:00.000Z`, inForce: other });
  expect(offered(await look(site, gus, 1), 'PUBLISH_PRICES')).toBeUndefined();
  expect(await take(site, gus, offered(scheduled, 'WITHDRAW_PRICES'))).toBe(200);
  expect(await look(site, gus, one)).toMatchObject({ state: 'WITHDRAWN' });
  site.clock.set(new Date(`${day}T13:00:00.000Z`));
  const again = await staffHeaders(site, ['GROWTH']);
  expect(await look(site, again, other)).toMatchObject({ state: 'IN_FORCE' });
});
