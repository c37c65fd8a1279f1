import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { InviteTiming } from '#contract/invites/invite-timing.ts';
import { days, minutes } from '#server/clock.ts';
import { isEnqueued } from '#server/db/job-queue.ts';
import { childrenOf } from '#server/identity/family-repository.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { newId } from '#server/new-id.ts';
import { contextOf, currentLink, saveDetails } from '../../setup/invited.ts';
import { close as closeOnItsDay } from '../../setup/parent-actions.ts';
import { ask, openFamily, payPlan, signedInProfessional } from '../../setup/professional.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { moveClockTo, runDue, subscribe } from '../../setup/subscriber.ts';
import { timeBySignUp } from '../../setup/timed-invite.ts';

/** Parent A with an account and their data on two children and a co-parent who has not joined. */
async function familyWithNames(
  site: TestSite,
  { payForCoparent = false, timing }: { payForCoparent?: boolean; timing?: Partial<InviteTiming> } = {},
) {
  const { app, dependencies } = site;
  const registration = await readyToPay(app);
  const unique = randomUUID().slice(0, 8);
  const entered = {
    coParent: { firstName: 'Joaquim', lastName: 'Ruizval', email: registration.coParentEmail },
    children: [
      { firstName: 'Anabel', lastName: 'Ruizval', email: `anabel-${unique}@example.com` },
      { firstName: 'Benicio', lastName: 'Ruizval', email: `benicio-${unique}@example.com` },
    ],
  };
  const path = `/v2/registrations/${registration.signupId}/family`;
  const saved = await send(app, { method: 'PUT', path, body: entered, headers: registration.headers });
  expect(saved.status).toBe(200);
  if (timing) await timeBySignUp(site, registration, timing);
  const payer = await subscribe(site, { registration, payForCoparent });
  const parentB = await dependencies.db
    .updateTable('users')
    .set({ phoneCountryCode: '+1', phoneNumber: '6125550188' })
    .where('email', '=', registration.coParentEmail)
    .returning(['id', 'familyId'])
    .executeTakeFirstOrThrow();
  return { ...payer, parentB: parentB.id, familyId: parentB.familyId ?? '' };
}

async function close(site: TestSite, userId: string): Promise<void> {
  await closeOnItsDay({ site, actor: { userId } });
  await runDue(site);
}

const personal = /Joaquim|Anabel|Benicio|Ruizval|6125550188|other-|anabel-|benicio-/;

/** Everything stored about people, as one text. */
async function storedOf({ dependencies: { db } }: TestSite): Promise<string> {
  const tables = ['users', 'children', 'registrations', 'invites', 'paymentAttempts', 'inviteTimings'] as const;
  const rows = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table as 'users')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}

const childrenIn = async ({ dependencies: { db } }: TestSite, familyId: string) =>
  (await childrenOf(db, familyId)).map(({ firstName }) => firstName);

/** As if the queue had given two workers the same job. */
const forgetTwice = (site: TestSite, familyId: string) =>
  Promise.all([1, 2].map(() => jobs['forget-abandoned-family'].run(site.jobDependencies, { familyId })));

const statusOf = async ({ dependencies: { db } }: TestSite, id: string) =>
  (await db.selectFrom('users').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

test('closing the only account of a family deletes its children and the co-parent who never joined', async () => {
  const site = await openSite();
  const { userId, parentB, coParentEmail } = await familyWithNames(site);
  expect(await storedOf(site)).toMatch(personal);
  const link = await currentLink(site, parentB);
  await close(site, userId);
  expect(await storedOf(site)).not.toMatch(personal);
  expect(await statusOf(site, parentB)).toBe('CLOSED');
  expect((await contextOf(site.app, link)).status).toBe(401);
  // Its owner can use the address for a sign-up of their own.
  expect((await readyToPay(site.app, { email: coParentEmail })).email).toBe(coParentEmail);
});

test('a paid-for co-parent can join until the plan ends, and is then deleted with the children', async () => {
  const site = await openSite();
  const { userId, parentB, familyId, periodEnd } = await familyWithNames(site, { payForCoparent: true });
  await close(site, userId);
  await forgetTwice(site, familyId);
  expect(await childrenIn(site, familyId)).toEqual(['Anabel', 'Benicio']);
  expect((await contextOf(site.app, await currentLink(site, parentB))).body.isSubscriptionCurrent).toBe(true);
  expect(await isEnqueued(site.dependencies.db, `forget-family:${familyId}`)).toBe(true);
  moveClockTo(site, periodEnd, 1);
  await runDue(site);
  await forgetTwice(site, familyId);
  expect(await storedOf(site)).not.toMatch(personal);
  expect(await statusOf(site, parentB)).toBe('CLOSED');
});

test('an invite that still works after its inviter has left names nobody, on the page and in the mail of a new link', async () => {
  const site = await openSite();
  const { userId, parentB } = await familyWithNames(site, { payForCoparent: true });
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const invitedId = parents[0]?.userId ?? '';
  await payPlan(site, professional, familyId, { parentIds: [invitedId] });
  await ask(site, professional, `/cases/${familyId}/parents/${invitedId}/invites`, { method: 'POST' });
  for (const leaving of [userId, professional.userId]) await close(site, leaving);
  site.clock.advance(minutes(5));

  const shown = async (id: string) => {
    const link = await currentLink(site, id);
    const { body } = await contextOf(site.app, link);
    await send(site.app, { method: 'POST', path: '/v2/invites/requests', headers: link.headers });
    await runDue(site);
    const { email } = (await readUser(site.dependencies.db, id)) ?? { email: '' };
    const { subject = '', text = '' } = (await mailsTo(site.sandboxUrl, email))[0] ?? {};
    return { ...body, names: body.familyMembers.map(({ firstName }) => firstName), mail: subject + text };
  };
  const [byParent, byProfessional] = [await shown(parentB), await shown(invitedId)];
  expect(byParent).toMatchObject({ inviterFirstName: null, names: ['Joaquim', 'Anabel', 'Benicio'] });
  expect(byProfessional).toMatchObject({ inviterFirstName: null, proFirstName: null, proLastName: null });
  const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
  expect(flat(byParent.mail)).toContain('because your co-parent gave us this address');
  expect(flat(byProfessional.mail)).toContain("You're invited to Evenkeel");
  expect(flat(byProfessional.mail)).toContain('because a professional who works with your family gave us this address');
});

test('when the inviter closes, the paid plan of a co-parent who was never invited ends, and they can sign up alone', async () => {
  const site = await openSite();
  const timing = { when: 'LATER' } as const;
  const { userId, parentB, familyId, coParentEmail } = await familyWithNames(site, { payForCoparent: true, timing });
  await closeOnItsDay({ site, actor: { userId } });
  const own = await readyToPay(site.app, { email: coParentEmail });
  await runDue(site);
  await forgetTwice(site, familyId);
  expect(await statusOf(site, parentB)).toBe('CLOSED');
  const plan = site.dependencies.db.selectFrom('subscriptions').select('state').where('userId', '=', parentB);
  expect(await plan.execute()).toEqual([{ state: 'LAPSED' }]);
  expect(await mailsTo(site.sandboxUrl, coParentEmail)).toEqual([]);
  expect((await submitPayment(site.app, own)).body.outcome).toBe('PAID');
});

test('the data of a co-parent who had begun to join is kept until the invite would have expired; the children are deleted at once', async () => {
  const site = await openSite();
  const { userId, parentB, familyId, email, coParentEmail } = await familyWithNames(site);
  const link = await currentLink(site, parentB);
  const invited = { ...link, familyId, email: coParentEmail, inviterEmail: email, phoneNumber: '6125550188' };
  expect((await saveDetails(site.app, invited)).status).toBe(200);
  await close(site, userId);
  expect([await statusOf(site, parentB), await childrenIn(site, familyId)]).toEqual(['INVITED', []]);
  site.clock.advance(days(31));
  await forgetTwice(site, familyId);
  expect(await storedOf(site)).not.toMatch(personal);
  expect(await statusOf(site, parentB)).toBe('CLOSED');
});

test('Z4: whoever has begun keeps their data and their link until it expires, whether a parent or a professional who closes had invited them', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const opened = await openFamily(site, professional);
  const [begun, waiting] = opened.parents.map(({ userId }) => userId);
  for (const userId of [begun, waiting])
    await ask(site, professional, `/cases/${opened.familyId}/parents/${userId}/invites`, { method: 'POST' });
  const byParent = await familyWithNames(site);
  const people = [
    { userId: begun ?? '', familyId: opened.familyId, closing: professional.userId },
    { userId: byParent.parentB, familyId: byParent.familyId, closing: byParent.userId },
  ];
  const links = await Promise.all(people.map(({ userId }) => currentLink(site, userId)));
  for (const [index, { userId, familyId, closing }] of people.entries()) {
    const [link, email] = [links[index], (await readUser(site.dependencies.db, userId))?.email];
    if (!link || !email) throw new Error('Nobody was invited');
    const rest = { familyId, inviterEmail: '', email, phoneNumber: `612555019${index}` };
    expect((await saveDetails(site.app, { ...link, ...rest })).status).toBe(200);
    await close(site, closing);
  }
  expect(await statusOf(site, waiting ?? '')).toBe('CLOSED');
  for (const link of links) {
    expect(await statusOf(site, link.userId)).toBe('INVITED');
    expect((await contextOf(site.app, link)).status).toBe(200);
  }
  site.clock.advance(days(31));
  for (const { familyId } of people) await forgetTwice(site, familyId);
  for (const { userId } of people) expect(await statusOf(site, userId)).toBe('CLOSED');
});

/** A payment for an invited parent's plan, with an unknown outcome. */
async function beginPaying(site: TestSite, subjectId: string) {
  const { db } = site.dependencies;
  const values = { id: newId(site.clock.now()), purpose: 'INVITE', subjectId, state: 'UNKNOWN' } as const;
  const rest = { idempotencyKey: randomUUID(), requestHash: Buffer.alloc(32), amountCents: 1, purchase: '{}' };
  await db
    .insertInto('paymentAttempts')
    .values({ ...values, ...rest, createdAt: site.clock.now() })
    .execute();
  return {
    decline: () => db.updateTable('paymentAttempts').set({ state: 'DECLINED' }).where('id', '=', values.id).execute(),
  };
}

test('an unsettled payment of the co-parent delays the deletion, because it can still make them a member', async () => {
  const site = await openSite();
  const { userId, parentB, familyId } = await familyWithNames(site);
  const paying = await beginPaying(site, parentB);
  await close(site, userId);
  expect([await statusOf(site, parentB), await childrenIn(site, familyId)]).toEqual(['INVITED', ['Anabel', 'Benicio']]);
  await paying.decline();
  await forgetTwice(site, familyId);
  expect([await statusOf(site, parentB), await childrenIn(site, familyId)]).toEqual(['CLOSED', []]);
});

test('a family of a closed professional is kept while one of its parents is paying, and its other families are not', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const other = await openFamily(site, professional);
  const statuses = () => Promise.all([...parents, ...other.parents].map(({ userId }) => statusOf(site, userId)));
  const paying = await beginPaying(site, parents[1]?.userId ?? '');
  await close(site, professional.userId);
  expect(await statuses()).toEqual(['INVITED', 'INVITED', 'CLOSED', 'CLOSED']);
  expect([await childrenIn(site, familyId), await childrenIn(site, other.familyId)]).toEqual([['Ana'], []]);
  await paying.decline();
  await forgetTwice(site, familyId);
  expect(await statuses()).toEqual(['CLOSED', 'CLOSED', 'CLOSED', 'CLOSED']);
});

test('a parent whom a professional can still invite is kept, with the children, until the professional’s account closes', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const [joined = '', waiting = ''] = parents.map(({ userId }) => userId);
  await payPlan(site, professional, familyId, { parentIds: [joined] });
  await site.dependencies.db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', joined).execute();
  await close(site, joined);
  expect([await statusOf(site, waiting), await childrenIn(site, familyId)]).toEqual(['INVITED', ['Ana']]);
  await close(site, professional.userId);
  expect([await statusOf(site, waiting), await childrenIn(site, familyId)]).toEqual(['CLOSED', []]);
});

test('6-38: the stored form that opened a family is deleted with its last parent, although its professional stays', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { familyId, parents } = await openFamily(site, await signedInProfessional(site));
  await db.updateTable('users').set({ status: 'ACTIVE' }).where('familyId', '=', familyId).execute();
  const opening = () => db.selectFrom('families').select(['requestKey', 'requestHash']).executeTakeFirst();
  for (const { userId } of parents) {
    expect(await opening()).toEqual({ requestKey: expect.any(String), requestHash: expect.any(Buffer) });
    await close(site, userId);
  }
  expect(await opening()).toEqual({ requestKey: null, requestHash: null });
});
