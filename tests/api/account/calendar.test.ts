import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import type { Day } from '#contract/fields/day.ts';
import { closeAccount } from '#server/closing/close-account.ts';
import { writeReach } from '#server/identity/reach.ts';
import { addDays, anniversary } from '#server/subscriptions/calendar.ts';
import { billing, coParent, home, setRenewal } from '../../setup/account-calls.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, runDue, signedIn, subscribe } from '../../setup/subscriber.ts';

type Headers = Record<string, string>;
const own = '/v2/account/calendar-feed';

async function makeFeed({ app }: TestSite, headers: Headers): Promise<string> {
  const { body } = await send<{ address: string }>(app, { method: 'POST', path: own, headers });
  return body.address;
}

/** What a calendar program gets from an address, without cookies; null if nothing. */
async function fetchFeed({ app }: TestSite, address: string, headers: Headers = {}) {
  const { pathname, search } = new URL(address, 'http://localhost:3000');
  const answer = await app.inject({ method: 'GET', url: pathname + search, headers });
  if (answer.statusCode !== 200) return null;
  expect(answer.headers['content-type']).toContain('text/calendar');
  expect(answer.headers['cache-control']).toContain('no-store');
  return answer.body;
}

/** The entries as a calendar program parses them. */
function entriesOf(calendar: string | null) {
  if (calendar === null) return [];
  const read = new ICAL.Component(ICAL.parse(calendar));
  expect(read.name).toBe('vcalendar');
  return read.getAllSubcomponents('vevent').map((component) => {
    const { uid, sequence, startDate, summary, description } = new ICAL.Event(component);
    expect(startDate.isDate, 'the whole day, wherever the reader is').toBe(true);
    const status = component.getFirstPropertyValue('status');
    return { uid, sequence, day: startDate.toString(), summary, text: description, status };
  });
}

test('the entry follows the renewal: same UID, rising sequence, with amount and how to cancel', async () => {
  const site = await openSite();
  const payer = await subscribe(site);
  const address = await makeFeed(site, await signedIn(site, payer.userId));
  const read = async () => entriesOf(await fetchFeed(site, address))[0];
  const amount = (await home(site, payer.userId)).subscription?.renewal?.amountFormatted;
  const first = await read();
  expect(first).toMatchObject({ day: payer.periodEnd, summary: 'Yearly renewal', status: 'CONFIRMED' });
  expect(first?.text).toBe(
    `${amount} is charged on this day.\nTo cancel or change it:\nhttp://localhost:3000/app/account/billing`,
  );

  await setRenewal(site, payer.userId, payer.subscriptionId, false);
  const cancelled = await read();
  expect(cancelled).toMatchObject({ uid: first?.uid, day: payer.periodEnd, summary: 'Last day' });
  await setRenewal(site, payer.userId, payer.subscriptionId, true);
  const resumed = await read();
  moveClockTo(site, payer.periodEnd);
  await runDue(site);
  const renewed = await read();
  expect(renewed).toMatchObject({ uid: first?.uid, day: anniversary(payer.periodEnd, 1), summary: 'Yearly renewal' });
  await setRenewal(site, payer.userId, payer.subscriptionId, false);
  moveClockTo(site, renewed?.day as Day);
  await runDue(site);
  const ended = await read();
  expect(ended).toMatchObject({ uid: first?.uid, status: 'CANCELLED' });
  const sequences = [first, cancelled, resumed, renewed, ended].map((entry) => entry?.sequence ?? 0);
  expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
});

test('the address is stored as a hash, and works until a new one, its removal, a sign-out everywhere or the end of the account', async () => {
  const site = await openSite();
  const { db, clock } = site.dependencies;
  const payer = await subscribe(site);
  const headers = () => signedIn(site, payer.userId);
  const address = await makeFeed(site, await headers());
  const key = new URL(address).searchParams.get('key') ?? '';
  const stored = JSON.stringify(await db.selectFrom('calendarFeeds').selectAll().execute());
  expect(stored).not.toContain(key);
  expect(stored).not.toContain(Buffer.from(key).toString('hex'));
  const exported = await send<{ calendarFeeds: object[] }>(site.app, {
    method: 'GET',
    path: '/v2/account/export',
    headers: await headers(),
  });
  expect(exported.body.calendarFeeds).toEqual([{ createdAt: expect.any(String) }]);
  expect(site.logged.join('\n')).not.toContain(key);

  const second = await makeFeed(site, await headers());
  expect(await fetchFeed(site, address)).toBeNull();
  const removed = async () =>
    (await send(site.app, { method: 'DELETE', path: own, headers: await headers() })).body['removed'];
  expect([await removed(), await removed()]).toEqual([true, false]);
  const unknown = `${address.slice(0, -43)}${'w'.repeat(43)}`;
  const answers = await Promise.all(
    [second, unknown].map(async (one) => {
      const { pathname, search } = new URL(one);
      const { statusCode, body } = await site.app.inject({ method: 'GET', url: pathname + search });
      return [statusCode, body.replaceAll(/"requestId":"[^"]*"/g, '')];
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[0]).toBe(404);

  const third = await makeFeed(site, await headers());
  await send(site.app, { method: 'DELETE', path: '/v2/sessions', headers: await headers() });
  expect(await fetchFeed(site, third)).toBeNull();

  await drain(site);
  const mails = (await mailsInOrder(site, payer.email)).map(({ text }) => text).join('\n');
  expect(mails).toContain('Created a link for your calendar');
  expect(mails).toContain('Removed the link for your calendar');

  const fourth = await makeFeed(site, await headers());
  const { id } = await db
    .insertInto('deletionRequests')
    .values({ id: payer.userId, userId: payer.userId, closesOn: '2026-01-01', requestedAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await closeAccount(site.dependencies, id);
  expect(await fetchFeed(site, fourth)).toBeNull();
  expect(await db.selectFrom('calendarFeeds').selectAll().execute()).toEqual([]);
});

test('each parent’s calendar shows their own renewals: no amount or entry of the other, and in their own language', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, payer);
  await site.dependencies.db.updateTable('users').set({ language: 'es' }).where('id', '=', other.userId).execute();
  const file = async (userId: string) => fetchFeed(site, '/api/v2/account/calendar.ics', await signedIn(site, userId));
  const [paid, held] = [
    await file(payer.userId),
    await fetchFeed(site, await makeFeed(site, await signedIn(site, other.userId))),
  ];
  const uids = [...entriesOf(paid), ...entriesOf(held)].map(({ uid }) => uid);
  expect(uids).toHaveLength(3);
  expect(new Set(uids).size).toBe(3);
  expect(entriesOf(held)).toMatchObject([{ summary: 'Renovación anual', day: payer.periodEnd }]);
  expect(held).not.toMatch(/US\$|Marta|Joe/);
  expect(paid).not.toMatch(/Marta|Joe|@/);
  expect(entriesOf(paid).map(({ text }) => text.includes('for someone else'))).toEqual([false, true]);
});

test('renewal day, today and reminder days are in the payer’s time zone', async () => {
  const site = await openSite();
  const payer = await subscribe(site);
  const { db } = site.dependencies;
  const auckland = { timeZone: 'Pacific/Auckland' };
  await db.updateTable('users').set(auckland).where('id', '=', payer.userId).execute();
  await db.updateTable('subscriptions').set(auckland).where('id', '=', payer.subscriptionId).execute();
  const days = [addDays(payer.periodEnd, -30), addDays(payer.periodEnd, -7)];
  site.clock.set(new Date(`${addDays(payer.periodEnd, -32)}T18:30:00Z`));
  expect((await billing(site, payer.userId)).subscriptions[0]?.term.reminders).toEqual(days);
  // At the payer's place the first day has begun.
  site.clock.set(new Date(`${addDays(payer.periodEnd, -31)}T18:30:00Z`));
  expect((await billing(site, payer.userId)).subscriptions[0]?.term.reminders).toEqual(days.slice(1));
  site.clock.set(new Date(`${payer.periodEnd}T11:30:00Z`));
  const [seen] = (await billing(site, payer.userId)).subscriptions;
  expect(seen?.term).toEqual({
    from: anniversary(payer.periodEnd, -1),
    today: addDays(payer.periodEnd, 1),
    reminders: [],
    paidByCode: false,
    daysBeforeJoining: 0,
    overSince: payer.periodEnd,
  });
  const calendar = await fetchFeed(site, '/api/v2/account/calendar.ics', await signedIn(site, payer.userId));
  expect(entriesOf(calendar)[0]?.day).toBe(payer.periodEnd);
  await setRenewal(site, payer.userId, payer.subscriptionId, false);
  expect((await billing(site, payer.userId)).subscriptions[0]?.term.reminders).toEqual([]);
});

test('a user who wants no mail is promised none before a renewal', async () => {
  const site = await openSite();
  const payer = await subscribe(site);
  const reminders = async () => (await billing(site, payer.userId)).subscriptions[0]?.term.reminders;
  expect(await reminders()).toHaveLength(2);
  const reach = { ...unrestrictedReach, mail: false };
  await writeReach(site.dependencies.db, { userId: payer.userId, reach, at: site.clock.now() });
  expect(await reminders()).toEqual([]);
});
