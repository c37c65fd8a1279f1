import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { printCoParentInvite } from '#contract/api/invites/co-parent-invite.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { type Day, dayIn } from '#contract/fields/day.ts';
import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import { m } from '#messages/messages.js';
import { days, minutes } from '#server/clock.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { deliverMail } from '#server/jobs/mail/deliver-mail.ts';
import { planJoined } from '#server/mail-templates/templates/paid-by-another.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, book, callRefund, charges, replaceMethod } from '../../setup/account-calls.ts';
import { currentLink, saveDetails } from '../../setup/invited.ts';
import { userIdOf } from '../../setup/person.ts';
import { contact } from '../../setup/professional.ts';
import { reported } from '../../setup/providers/declined-settlement.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { newPhone, parentOf, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';
import { paidWithTiming, timeBySignUp } from '../../setup/timed-invite.ts';

const zone = 'America/Chicago';
const dayAhead = ({ clock }: TestSite, count: number) => addDays(dayIn(clock.now(), zone), count);
const morning = (day: Day) => new Date(`${day}T${day > '2026-03-07' && day < '2026-11-01' ? '14' : '15'}:00:00Z`);

test.each([
  [{ when: 'NOW' }, 1],
  [{ when: 'LATER' }, 0],
  [{ when: 'LETTER' }, 0],
  [{ when: 'NEVER' }, 0],
] as const)('timing chosen on step 2 or review applies from the payment on: %j mails %i', async (timing, count) => {
  const site = await openSite();
  const { registration, mails, view, time } = await paidWithTiming(site, timing, { payForCoparent: true });
  expect(await mails()).toBe(count);
  const waits = count === 0;
  expect(await view()).toMatchObject({
    state: waits ? 'NOT_INVITED' : 'INVITED',
    invite: { timing: waits ? { when: timing.when, day: null } : null },
  });
  // It can be rescheduled until it is sent, and never afterwards.
  expect((await time({ when: 'NOW' })).status).toBe(waits ? 200 : 409);
  expect(await mails()).toBe(1);
  // Only the invite says that the plan is paid.
  expect((await mailsTo(site.sandboxUrl, registration.coParentEmail)).map(({ text }) => text)).toEqual([
    expect.stringContaining(m.mail_invite_paid({}, { locale: 'en' })),
  ]);
  expect((await time({ when: 'NEVER' })).body.code).toBe('CONFLICT');
});

test('a scheduled invite is sent once, that morning in the inviter’s time zone, and its 30 days begin then', async () => {
  const site = await openSite();
  const day = dayAhead(site, 10);
  const { invitedId, mails, due } = await paidWithTiming(site, { when: 'ON_DAY', day });
  site.clock.set(new Date(morning(day).getTime() - minutes(1)));
  await due();
  expect(await mails(), 'a minute before nine').toBe(0);
  site.clock.set(morning(day));
  await Promise.all([due(), due(), due()]);
  expect(await mails()).toBe(1);
  await due();
  expect(await mails(), 'the queue delivers twice').toBe(1);
  const { inviteId } = await currentLink(site, invitedId);
  const { expiresAt } = await site.dependencies.db
    .selectFrom('invites')
    .select('expiresAt')
    .where('id', '=', inviteId)
    .executeTakeFirstOrThrow();
  const life = expiresAt.getTime() - morning(day).getTime();
  expect([life >= days(30), life < days(30) + minutes(1)]).toEqual([true, true]);
});

test('a day must be from tomorrow to a year ahead; one that passes before payment invites at payment', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const codesOf = async (timing: Partial<InviteTiming>) =>
    (await timeBySignUp(site, registration, timing)).body.validationErrors?.map(({ code }) => code);
  for (const [timing, codes] of [
    [{ when: 'ON_DAY', day: dayAhead(site, 0) }, ['invite_day']],
    [{ when: 'ON_DAY', day: dayAhead(site, 366) }, ['invite_day']],
    [{ when: 'ON_DAY' }, ['invite_day']],
    [{ when: 'LATER', day: dayAhead(site, 3) }, ['invite_day']],
    [{ when: 'ON_DAY', day: dayAhead(site, 1) }, undefined],
  ] as const)
    expect(await codesOf(timing)).toEqual(codes);
  await site.dependencies.db
    .updateTable('registrations')
    .set({ expiresAt: new Date(site.clock.now().getTime() + days(3)) })
    .where('id', '=', registration.signupId)
    .execute();
  site.clock.advance(days(2));
  expect((await submitPayment(site.app, registration)).body.outcome).toBe('PAID');
  const id = await userIdOf(site.dependencies.db, registration.coParentEmail);
  expect((await currentLink(site, id)).inviteId).toBeDefined();
  expect((await timeBySignUp(site, registration, { when: 'NEVER' })).body.code, 'the account says it now').toBe(
    'ALREADY_PAID',
  );
});

test('timing changes concurrent with the sending job: it is sent once or not at all, as the answers say', async () => {
  const site = await openSite();
  const day = dayAhead(site, 2);
  for (let round = 0; round < 5; round += 1) {
    const { mails, due, time, view } = await paidWithTiming(site, { when: 'ON_DAY', day: dayAhead(site, 2) });
    site.clock.set(morning(day));
    const answers = await Promise.all([due(), time({ when: 'NEVER' }), due(), time({ when: 'LATER' }), due()]);
    const said = [answers[1]?.status, answers[3]?.status];
    const sent = await mails();
    const waits = (await view())?.invite?.timing !== null;
    expect([sent, waits]).toEqual(said.every((status) => status === 409) || !waits ? [1, false] : [0, true]);
    site.clock.set(new Date(morning(day).getTime() - days(2)));
  }
});

test('a scheduled invite is checked again if its inviter is closing the account, was refunded or moved, or two people claim the account', async () => {
  const site = await openSite();
  const day = dayAhead(site, 5);
  const [closing, refunded, moved, claimed] = [
    await paidWithTiming(site, { when: 'ON_DAY', day }),
    await paidWithTiming(site, { when: 'ON_DAY', day }),
    await paidWithTiming(site, { when: 'ON_DAY', day }),
    await paidWithTiming(site, { when: 'ON_DAY', day }),
  ];
  const { db } = site.dependencies;
  await db
    .insertInto('deletionRequests')
    .values({
      id: randomUUID(),
      userId: closing.inviterId,
      requestedAt: site.clock.now(),
      closesOn: dayAhead(site, 30),
    })
    .execute();
  expect((await refunded.ask({ method: 'POST', path: 'refund' })).status).toBe(200);
  await db.updateTable('users').set({ timeZone: 'America/Los_Angeles' }).where('id', '=', moved.inviterId).execute();
  await db.updateTable('users').set({ frozenAt: site.clock.now() }).where('id', '=', claimed.inviterId).execute();
  site.clock.set(morning(day));
  for (const { due, mails } of [closing, refunded, moved, claimed]) {
    await due();
    expect(await mails()).toBe(0);
  }
  await db.updateTable('users').set({ frozenAt: null }).where('id', '=', claimed.inviterId).execute();
  for (const { view } of [closing, refunded, claimed])
    expect((await view())?.invite?.timing).toEqual({ when: 'LATER', day: null, language: 'en' });
  site.clock.advance(minutes(120));
  await moved.due();
  expect(await moved.mails(), 'nine in Los Angeles').toBe(1);
});

test('an address that is corrected while the invite is pending gets it on the day, and the wrong one nothing', async () => {
  const site = await openSite();
  const day = dayAhead(site, 3);
  const { ask, due, mails, view } = await paidWithTiming(site, { when: 'ON_DAY', day });
  const right = `joe-${randomUUID()}@example.com`;
  expect((await ask({ path: 'co-parent/email', body: { email: right } })).status).toBe(200);
  expect((await view())?.invite).toEqual({
    email: 'j•••@example.com',
    withdrawn: false,
    returned: false,
    timing: { when: 'ON_DAY', day, language: 'en' },
    byLetter: false,
  });
  expect(await mailsTo(site.sandboxUrl, right)).toEqual([]);
  site.clock.set(morning(day));
  await due();
  expect(await mails()).toBe(0);
  expect(await mailsTo(site.sandboxUrl, right)).toHaveLength(1);
});

test('an invite by letter mails nothing, hides its use from the inviter, and ends when withdrawn', async () => {
  const site = await openSite();
  const { ask, invitedId, mails, view, registration } = await paidWithTiming(site, { when: 'LETTER' });
  const letter = await ask<AnswerOf<typeof printCoParentInvite>>({ method: 'POST', path: 'co-parent/letters' });
  const exchange = { method: 'POST', path: '/v2/invite-codes/exchange', body: { code: letter.body.code } } as const;
  const printed = await view();
  expect(printed).toMatchObject({ state: 'INVITED', invite: { byLetter: true, timing: null } });
  const opened = await send<{ inviteToken: string }>(site.app, exchange);
  const headers = { 'x-invite-token': opened.body.inviteToken };
  const own = `joe-${randomUUID()}@example.com`;
  const link = await currentLink(site, invitedId);
  const joe = { ...link, headers, familyId: '', email: own, phoneNumber: newPhone('612'), inviterEmail: '' };
  expect((await saveDetails(site.app, joe)).status).toBe(200);
  expect(await view()).toEqual(printed);
  expect(await mails(), 'the address that was typed for them').toBe(0);
  expect(await mailsTo(site.sandboxUrl, own), 'their own').toHaveLength(1);
  const other = await paidWithTiming(site, { when: 'LETTER' });
  const second = await other.ask<AnswerOf<typeof printCoParentInvite>>({ method: 'POST', path: 'co-parent/letters' });
  await other.ask({ method: 'DELETE', path: 'co-parent/invites' });
  expect((await send(site.app, { ...exchange, body: { code: second.body.code } })).status).toBe(400);
  expect(registration.coParentEmail).not.toBe(own);
});

test('a parent whose invite is pending learns nothing: no mail, and their own sign-up is accepted', async () => {
  const site = await openSite();
  const { invitedId, mails, registration, inviterId } = await paidWithTiming(
    site,
    { when: 'LATER' },
    { payForCoparent: true },
  );
  const { db } = site.dependencies;
  const phoneNumber = newPhone('612');
  await db.updateTable('users').set({ phoneNumber, phoneCountryCode: '+1' }).where('id', '=', invitedId).execute();
  const waiting = await readUser(db, invitedId);
  if (!waiting) throw new Error('The co-parent is not there');
  await deliverMail(site.jobDependencies, waiting, {
    dedupeKey: randomUUID(),
    template: planJoined,
    props: planJoined.sample,
  });
  expect(await mails()).toBe(0);
  const parent = { ...parentOf(registration.coParentEmail), firstName: 'Joe', lastName: 'Ruiz', phoneNumber };
  const body = { parent, knowsCoParentEmail: true, referral: { selection: 'SEARCH' } };
  expect((await send(site.app, { method: 'POST', path: '/v2/registrations', body })).status).toBe(201);
  const asProfessional = { step: 'ONE', ...contact, email: registration.coParentEmail };
  expect(
    (await send(site.app, { method: 'POST', path: '/v2/professional/users/validator', body: asProfessional })).status,
  ).toBe(200);
  const { db: store } = site.dependencies;
  expect(
    await store.selectFrom('inviteTimings').selectAll().where('inviterUserId', '=', inviterId).execute(),
  ).toHaveLength(1);
});

test('only the inviter sets the timing, for their own co-parent, and it is in the export', async () => {
  const site = await openSite();
  const day = dayAhead(site, 4);
  const { ask, time, view } = await paidWithTiming(site, { when: 'LATER' });
  const stranger = await paidWithTiming(site, { when: 'NEVER' });
  expect((await stranger.time({ when: 'ON_DAY', day })).status).toBe(200);
  expect((await view())?.invite?.timing?.when).toBe('LATER');
  expect((await time({ when: 'ON_DAY', day, language: 'es' })).status).toBe(200);
  const preview = await ask<{ language: string }>({ method: 'POST', path: 'co-parent/invite-previews', body: {} });
  expect(preview.body.language).toBe('es');
  expect((await view())?.invite?.timing).toEqual({ when: 'ON_DAY', day, language: 'es' });
  const { body } = await ask<{ invitesWaiting: object[] }>({ method: 'GET', path: 'export' });
  expect(body.invitesWaiting).toMatchObject([{ timing: 'ON_DAY', day }]);
});

test('a name that the inviter corrects before the first invite is the one in it; later corrections do not change it', async () => {
  const site = await openSite();
  const { ask, inviterId, mails, time, registration } = await paidWithTiming(site, { when: 'LATER' });
  const { db } = site.dependencies;
  await db
    .updateTable('users')
    .set({ status: 'ACTIVE', username: 'corrects.names' })
    .where('id', '=', inviterId)
    .execute();
  await ask({ path: 'profile/name', body: { firstName: 'Corrected', lastName: 'Ruiz' } });
  await time({ when: 'NOW' });
  await mails();
  const [invite] = await mailsTo(site.sandboxUrl, registration.coParentEmail);
  expect(invite?.text).toContain('Corrected');
  await ask({ path: 'profile/name', body: { firstName: 'Another', lastName: 'Name' } });
  const row = await db.selectFrom('users').select('invitedFirstName').where('id', '=', inviterId).executeTakeFirst();
  expect(row?.invitedFirstName).toBe('Corrected');
});

test('a refund includes the part of a co-parent who was never invited; once invited it is theirs', async () => {
  const site = await openSite();
  const never = await paidWithTiming(site, { when: 'NEVER' }, { payForCoparent: true });
  const invited = await paidWithTiming(site, { when: 'NOW' }, { payForCoparent: true });
  type Bill = { refund: { amount: number; kept: number } | null };
  const offer = async ({ ask }: typeof never) => (await ask<Bill>({ method: 'GET', path: 'billing' })).body.refund;
  const [whole, half] = [await offer(never), await offer(invited)];
  expect(half?.kept).toBeGreaterThan(0);
  expect(whole).toMatchObject({ kept: 0, amount: (half?.amount ?? 0) + (half?.kept ?? 0) });
  for (const { ask } of [never, invited]) expect((await ask({ method: 'POST', path: 'refund' })).status).toBe(200);
  const statesOf = (userId: string) =>
    site.dependencies.db
      .selectFrom('subscriptions')
      .select(['state', 'autoRenew'])
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
  expect((await statesOf(never.invitedId)).state).toBe('REFUNDED');
  expect(await statesOf(invited.invitedId)).toMatchObject({ state: 'CURRENT', autoRenew: false });
  expect(await never.mails()).toBe(0);
});

test('a sign-up for two that was paid again in two orders is refunded in full if the co-parent was never invited', async () => {
  const site = await openSite();
  const { inviterId } = await paidWithTiming(site, { when: 'LATER' }, { payForCoparent: true });
  const { db } = site.dependencies;
  const { transactionId } = await db.selectFrom('orders').select('transactionId').executeTakeFirstOrThrow();
  site.clock.advance(days(2));
  await reported(site, transactionId ?? '');
  await replaceMethod(site, inviterId);
  await drain(site);
  expect(await charges(site)).toEqual([28_800, 14_400, 14_400]);
  expect((await billing(site, inviterId)).refund).toMatchObject({ amount: 28_800, kept: 0 });
  expect((await callRefund(site, inviterId)).body.amount).toBe(28_800);
  await drain(site);
  expect((await book(site)).filter(([kind]) => kind === 'void')).toEqual([
    ['void', 14_400],
    ['void', 14_400],
  ]);
  const states = await db.selectFrom('subscriptions').select('state').execute();
  expect(states).toEqual([{ state: 'REFUNDED' }, { state: 'REFUNDED' }]);
});
