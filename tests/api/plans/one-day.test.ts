import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import type { listDocuments, readReceipt } from '#contract/api/receipts.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { readSession } from '#contract/api/sign-in.ts';
import { type Day, dayIn } from '#contract/fields/day.ts';
import { after, days } from '#server/clock.ts';
import { longDate } from '#server/mail-templates/formats.ts';
import { billing } from '../../setup/account-calls.ts';
import { pdfContains } from '../../setup/pdf-text.ts';
import { ask, openFamily, signedInProfessional } from '../../setup/professional.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { type Registration, readyToPay, send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { staffHeaders, viewPerson } from '../../setup/staff.ts';
import { drain, type Subscriber, signedIn, subscribe } from '../../setup/subscriber.ts';

const zones = [
  'America/Chicago',
  'Pacific/Honolulu',
  'America/Mexico_City',
  'Europe/London',
  'Australia/Sydney',
  'Pacific/Auckland',
];

/** Next year, so that nothing in the test has expired; it includes the days of clock changes. */
const year = new Date().getUTCFullYear() + 1;
const change = (month: number, sunday: number) => {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  return first.add({ days: ((7 - first.dayOfWeek) % 7) + 7 * (sunday - 1) }).toString();
};
const dayOfYear = fc.oneof(
  fc.constantFrom(change(3, 2), change(3, 5), change(4, 1), change(9, 5), change(10, 1), change(11, 1)),
  fc
    .integer({ min: 0, max: 330 })
    .map((days) => Temporal.PlainDate.from({ year, month: 1, day: 15 }).add({ days }).toString()),
);
const lastMinuteOf = (day: Day, zone: string) =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: '23:59' }).epochMilliseconds);
/** An instant within two hours of midnight there. */
const nearMidnight = (timeZone: string) =>
  fc
    .record({ on: dayOfYear, minutes: fc.integer({ min: -120, max: 120 }) })
    .map(({ on, minutes }) => Temporal.PlainDate.from(on).toZonedDateTime({ timeZone }).add({ minutes }));

/** A sign-up of somebody in a time zone; the address does not matter here. */
async function readyIn(site: TestSite, timeZone: string): Promise<Registration> {
  const registration = await readyToPay(site.app);
  await site.dependencies.db
    .updateTable('registrations')
    .set({ parent: sql`parent || ${JSON.stringify({ timeZone })}::jsonb` })
    .where('id', '=', registration.signupId)
    .execute();
  return registration;
}

const get = async (site: TestSite, headers: Record<string, string>, url: string) =>
  site.app.inject({ method: 'GET', url: `/api/v2/account${url}`, headers });

/** The days that every view of a payment names: list, receipt, invoice, table, mail and staff's page. */
async function toldOf(site: TestSite, parent: Subscriber, day: Day) {
  const headers = await signedIn(site, parent.userId);
  const [row] = (await billing(site, parent.userId)).receipts;
  const { receipt } = (await get(site, headers, `/receipts/${row?.orderId}`)).json<AnswerOf<typeof readReceipt>>();
  const [document] = (await get(site, headers, '/documents')).json<AnswerOf<typeof listDocuments>>().documents;
  const pdf = await get(site, headers, `/documents/${document?.id}`);
  const table = await get(site, headers, `/documents/years/${day.slice(0, 4)}/table`);
  const mails = await mailsTo(site.sandboxUrl, parent.email);
  const staff = await staffHeaders(site, ['SUPPORT']);
  const page = JSON.stringify((await viewPerson(site, staff, parent.userId)).actions);
  const words = longDate(day, { language: 'en' });
  return {
    list: row?.date,
    receipt: dayIn(new Date(receipt.transactionDateTime), receipt.timeZone),
    period: receipt.paidFor[0]?.from,
    documents: document?.date,
    invoice: pdfContains(pdf.rawPayload, `Date of issue: ${words}`) ? day : pdf.statusCode,
    table: table.body.includes(day) ? day : table.body,
    mail: mails.some(({ text }) => text.includes(words)) ? day : mails.map(({ text }) => text),
    staff: page.includes(` of ${day} over `) ? day : page,
  };
}

test('B7: near midnight in any time zone everything said about a payment names the same day, and still does after a move', async () => {
  const seed = Date.now() % 1_000_000_000;
  const purchases = zones.flatMap((zone, index) => fc.sample(nearMidnight(zone), { numRuns: 2, seed: seed + index }));
  const site = await openSite();
  const { db } = site.dependencies;
  for (const at of purchases.toSorted((one, other) => Temporal.ZonedDateTime.compare(one, other))) {
    const day = at.toPlainDate().toString() as Day;
    site.clock.set(new Date(at.epochMilliseconds));
    const parent = await subscribe(site, { registration: await readyIn(site, at.timeZoneId) });
    await drain(site);
    const told = {
      list: day,
      receipt: day,
      period: day,
      documents: day,
      invoice: day,
      table: day,
      mail: day,
      staff: day,
    };
    expect(await toldOf(site, parent, day), `seed ${seed}: ${at.toString()}`).toEqual(told);
    const timeZone = at.timeZoneId === 'Pacific/Auckland' ? 'Pacific/Honolulu' : 'Pacific/Auckland';
    await db.updateTable('users').set({ timeZone }).where('id', '=', parent.userId).execute();
    expect(await toldOf(site, parent, day), `seed ${seed}: ${at.toString()}, moved to ${timeZone}`).toEqual(told);
  }
});

test('B7, R49: a letter, the mail and the case name one last day of an invite, on all of which its code works', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const professional = await signedInProfessional(site);
  await db.updateTable('users').set({ timeZone: 'Pacific/Auckland' }).where('id', '=', professional.userId).execute();
  const { familyId, parents } = await openFamily(site, professional);
  const path = `/cases/${familyId}/parents/${parents[0]?.userId}`;
  const invited = await ask<ProfessionalCase>(site, professional, `${path}/invites`, { method: 'POST' });
  await drain(site);
  const [parent] = invited.body.parents;
  const { expiresAt } = await db
    .selectFrom('invites')
    .select('expiresAt')
    .where('userId', '=', parent?.userId ?? '')
    .executeTakeFirstOrThrow();
  const day = dayIn(after(expiresAt, -days(1)), 'Pacific/Honolulu');
  const printed = await ask<{ expiresOn: Day; code: string }>(site, professional, `${path}/letters`, {
    method: 'POST',
  });
  const mail = (await mailsTo(site.sandboxUrl, parent?.email ?? '')).at(-1);
  expect(parent?.expiresOn).toBe(day);
  expect(printed.body.expiresOn).toBe(day);
  expect(mail?.text).toContain(longDate(day, { language: 'en' }));
  site.clock.set(lastMinuteOf(day, 'Pacific/Honolulu'));
  const exchange = { method: 'POST', path: '/v2/invite-codes/exchange', body: { code: printed.body.code } } as const;
  expect((await send(site.app, exchange)).status).toBe(200);
});

test('B7: a session states its owner’s time zone, except while the account is in dispute', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await subscribe(site);
  const headers = await signedIn(site, parent.userId);
  const told = async () =>
    (await site.app.inject({ url: '/api/v2/sessions/current', headers })).json<AnswerOf<typeof readSession>>().session;
  expect(await told()).toMatchObject({ userId: parent.userId, timeZone: 'America/Chicago' });
  await db.updateTable('users').set({ frozenAt: site.clock.now() }).where('id', '=', parent.userId).execute();
  expect(await told()).toMatchObject({ userId: parent.userId, timeZone: null });
});
