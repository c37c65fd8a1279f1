import { expect, test } from 'vitest';
import { longDate } from '#server/mail-templates/formats.ts';
import { addDays, anniversary } from '#server/subscriptions/calendar.ts';
import { billing, callRefund, coParent, setRenewal } from '../../setup/account-calls.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { performAction, staffHeaders } from '../../setup/staff.ts';
import { drain, mailsInOrder, moveClockTo, runDue, type Subscriber, subscribe } from '../../setup/subscriber.ts';

const inWords = (day: Parameters<typeof longDate>[0]) => longDate(day, { language: 'en' });
const texts = async (site: TestSite, email: string) =>
  (await mailsInOrder(site, email)).map(({ subject, text }) => `${subject}\n${text}`.replaceAll(/\s+/g, ' '));

type GivesDays = { action: 'EXTEND_PLAN' | 'GIVE_PLAN'; days: number };

async function byStaff(site: TestSite, { userId, subscriptionId: subject }: Subscriber, { action, days }: GivesDays) {
  const headers = await staffHeaders(site, ['BILLING']);
  const done = await performAction(site, headers, userId, { action, subject, inputs: { days } });
  expect(done.json()).toMatchObject({ state: 'DONE' });
  await drain(site);
}

/** The days that Billing names for mails ahead. */
const reminders = async (site: TestSite, { userId }: Pick<Subscriber, 'userId'>) =>
  (await billing(site, userId)).subscriptions[0]?.term.reminders;

test('TOL1: a plan given by staff is announced 30 and 7 days before its end, once each, with the price of a year', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await callRefund(site, parent.userId);
  await drain(site);
  const today = moveClockTo(site, parent.periodEnd, -200);
  await byStaff(site, parent, { action: 'GIVE_PLAN', days: 31 });
  const before = (await texts(site, parent.email)).length;
  const end = addDays(today, 31);
  expect(await reminders(site, parent)).toEqual([addDays(end, -30), addDays(end, -7)]);
  for (const days of [31, 30, 29, 8, 7, 6, 1]) {
    moveClockTo(site, end, -days);
    await runDue(site, { announced: false });
  }
  const told = (await texts(site, parent.email)).slice(before);
  expect(told.map((text) => text.split('\n')[0])).toHaveLength(2);
  for (const text of told) {
    expect(text).toContain(`Your plan ends on ${inWords(end)}`);
    expect(text).toContain('given to you or paid with a code');
    expect(text).toContain('A year costs US$144.00 then.');
  }
});

test('TOL1: whoever paid and cancelled is told nothing more before the end', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  await drain(site);
  expect(await reminders(site, parent)).toEqual([]);
  const before = (await texts(site, parent.email)).length;
  for (const days of [30, 7, 1]) {
    moveClockTo(site, parent.periodEnd, -days);
    await runDue(site, { announced: false });
  }
  expect(await texts(site, parent.email)).toHaveLength(before);
});

test('TOL2: days that staff add are mailed with the new day of the renewal', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await drain(site);
  await byStaff(site, parent, { action: 'EXTEND_PLAN', days: 20 });
  const told = (await texts(site, parent.email)).at(-1);
  expect(told).toContain(`Your renewal is now on ${inWords(addDays(parent.periodEnd, 20))}`);
});

test('TOL3: a holder for whom somebody else pays hears of each renewal, and that it costs them nothing', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  await coParent(site, payer);
  await drain(site);
  const before = (await texts(site, payer.coParentEmail)).length;
  moveClockTo(site, payer.periodEnd);
  await runDue(site);
  const told = (await texts(site, payer.coParentEmail)).slice(before);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('Your Evenkeel subscription was renewed');
  expect(told[0]).toContain(inWords(anniversary(payer.periodEnd, 1)));
  expect(told[0]).not.toContain('US$');
});
