import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { readReceipt } from '#contract/api/receipts.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { credentialsToken } from '#server/checkout/credentials-link.ts';
import { minutes } from '#server/clock.ts';
import { exportData } from '#server/closing/export-data.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { billing, closeOnRequest, coParent, home } from '../../setup/account-calls.ts';
import { wholeDatabase } from '../../setup/database/whole-database.ts';
import {
  credentialsOf,
  inviteCoParent,
  invitedPays,
  newUsername,
  putCredentials,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { userIdOf } from '../../setup/person.ts';
import { openFamily, payPlan, signedInProfessional } from '../../setup/professional.ts';
import { addressInMinnesota, parentOf, readResult, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, signedIn, subscribe } from '../../setup/subscriber.ts';

type PaidBody = { clickToJoinToken: string | null; registration: { coParent: { email: string } } };

/** Parent A with an account, and their co-parent. */
async function family(site: TestSite) {
  const { app, dependencies } = site;
  const registration = await readyToPay(app);
  const paid = await submitPayment(app, registration);
  await putCredentials(app, {
    token: paid.body.clickToJoinToken,
    body: { username: newUsername(), password: 'quiet-harbour-7' },
  });
  return {
    registration,
    parentA: await userIdOf(dependencies.db, registration.email),
    parentB: await userIdOf(dependencies.db, registration.coParentEmail),
  };
}

test('neither the sign-up key nor a credentials link opens a closed account', async () => {
  const site = await openSite();
  const { db, makeToken } = site.dependencies;
  const { registration, parentA } = await family(site);
  await closeOnRequest(site, parentA);
  const told = await readResult(site.app, registration);
  expect(told.body).toMatchObject({
    outcome: 'PAID',
    clickToJoinToken: null,
    registration: { parent: { email: '' }, coParent: null },
  });
  // Issued at the moment of closing.
  const token = await credentialsToken(db, { userId: parentA, makeToken, at: site.clock.now() });
  const put = await putCredentials(site.app, { token, body: credentialsOf(newUsername()) });
  expect([put.status, put.body.code]).toEqual([401, 'TOKEN_INVALID']);
  const stored = await db
    .selectFrom('users')
    .select(['status', 'username'])
    .where('id', '=', parentA)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({ status: 'CLOSED', username: null });
  // What the tax office may request stays as issued.
  const invoice = await db.selectFrom('documents').select('data').executeTakeFirstOrThrow();
  expect(invoice.data).toMatchObject({
    buyer: ["Marta O'Brien", '12 Lake Street', expect.any(String), 'United States'],
  });
});

test('closing an account erases what the co-parent typed about its owner, not the children or the co-parent’s sign-up', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { registration, parentB } = await family(site);
  await db.updateTable('users').set({ status: 'ACTIVE', username: newUsername() }).where('id', '=', parentB).execute();
  await closeOnRequest(site, parentB);
  const row = await db.selectFrom('registrations').select(['parent', 'family']).executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(registration.coParentEmail);
  expect(row.parent.email).toBe(registration.email);
  expect(row.family).toMatchObject({
    coParent: { firstName: '', lastName: '', phoneNumber: '' },
    children: [{ firstName: 'Ana' }],
  });
  const told = await readResult(site.app, registration);
  expect((told.body as unknown as PaidBody).registration.coParent.email).toBe('');
});

test('the other parent learns that there is no account, not that it was closed; payments for it name nobody', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, payer);
  await closeOnRequest(site, other.userId);
  const closing = (await mailsInOrder(site, payer.coParentEmail)).find(({ subject }) => subject.includes('will be'));
  expect(closing?.text.replaceAll(/\s+/g, ' ')).toContain('The rest of your term is not refunded.');
  expect((await home(site, payer.userId)).coParent).toEqual({ firstName: '', state: 'NO_ACCOUNT', invite: null });
  const [row] = (await billing(site, payer.userId)).receipts;
  expect(row?.planName).toBe('Essentials, one year (you and your co-parent)');
  const headers = await signedIn(site, payer.userId);
  const path = `/v2/account/receipts/${row?.orderId}`;
  const { body } = await send<AnswerOf<typeof readReceipt>>(site.app, { method: 'GET', path, headers });
  expect(body.receipt.lines.map(({ label }) => label)).toContain("The other parent's subscription");
});

test('X11: from a shared browser an export has what its owner saw while signing up, not what another saw before or after', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const anonymousId = randomUUID();
  const track = async (step: string) => {
    const body = { type: 'track', messageId: randomUUID(), anonymousId, event: `${step} Viewed`, properties: { step } };
    expect((await send(site.app, { method: 'POST', path: '/v1/track', body })).status).toBe(200);
    site.clock.advance(minutes(1));
  };
  // The other parent used the browser before, and perhaps afterwards.
  await track('Welcome Page');
  const registration = await readyToPay(site.app, { headers: { 'x-anonymous-id': anonymousId } });
  await track('Review');
  await submitPayment(site.app, registration);
  site.clock.advance(minutes(1));
  await track('Welcome Page');
  const userId = await userIdOf(db, registration.email);
  const { body } = await send<{ pageEvents: object[] }>(site.app, {
    method: 'GET',
    path: '/v2/account/export',
    headers: await signedIn(site, userId),
  });
  expect(body.pageEvents).toMatchObject([{ name: 'Review Viewed' }]);
  // An invited person who opened the invite in this browser saw none of it.
  const invitedId = await userIdOf(db, registration.coParentEmail);
  await db.updateTable('users').set({ anonymousId }).where('id', '=', invitedId).execute();
  expect((await exportData(site.dependencies, invitedId))['pageEvents']).toEqual([]);
  await closeOnRequest(site, userId);
  const tied = await Promise.all(
    (['users', 'registrations'] as const).map((table) =>
      db
        .selectFrom(table as 'users')
        .select('id')
        .where('anonymousId', '=', anonymousId)
        .where('id', '!=', invitedId)
        .execute(),
    ),
  );
  expect(tied).toEqual([[], []]);
});

test('Z6: no table keeps the full name of a person who has closed their account and did not pay', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const professional = await signedInProfessional(site);
  const unique = { firstName: 'Zephyrine', lastName: 'Quagmirelli' };
  const { familyId, parents } = await openFamily(site, professional, {
    parentB: { ...unique, email: `b-${randomUUID()}@example.com` },
  });
  const [one = '', other = ''] = parents.map(({ userId }) => userId);
  expect((await payPlan(site, professional, familyId, { parentIds: [one, other] })).body.outcome).toBe('PAID');
  await drain(site);
  const documentTexts = await db.selectFrom('documents').select('data').execute();
  expect(JSON.stringify(documentTexts)).toContain('Zephyrine Q.');
  await db.updateTable('users').set({ status: 'ACTIVE', username: newUsername() }).where('id', '=', other).execute();
  await closeOnRequest(site, other);
  const kept = (await wholeDatabase(db)).filter(({ text }) => text.includes(unique.lastName));
  expect(kept.map(({ table }) => table)).toEqual([]);
});

test('Z6: no table keeps the address of a declined payment of a person who has closed their account', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const declined = { nonce: 'fake-gateway-rejected-fraud-nonce' };
  const lane = (line1: string) => ({ ...addressInMinnesota, line1 });
  const registration = await readyToPay(site.app, { address: lane('70 Quagmire Lane') });
  expect((await submitPayment(site.app, registration, declined)).body.code).toBe('PAYMENT_DECLINED');
  const parent = { ...parentOf(registration.email), timeZone: 'America/Chicago' };
  const body = { parent, address: addressInMinnesota, sections: ['PARENT', 'ADDRESS'] };
  const { signupId, headers } = registration;
  await send(site.app, { method: 'PUT', path: `/v2/registrations/${signupId}`, body, headers });
  expect((await submitPayment(site.app, registration)).body.outcome).toBe('PAID');

  const invited = await inviteCoParent(site);
  await saveDetails(site.app, invited);
  await saveBilling(site.app, invited, lane('71 Quagmire Lane'));
  expect((await invitedPays(site.app, invited, declined)).body.code).toBe('PAYMENT_DECLINED');
  await saveBilling(site.app, invited);
  const paid = await invitedPays(site.app, invited);
  const join = { token: paid.body.clickToJoinToken, body: credentialsOf(newUsername()) };
  expect((await putCredentials(site.app, join)).status).toBe(200);

  for (const id of [await userIdOf(db, registration.email), invited.userId]) await closeOnRequest(site, id);
  const kept = (await wholeDatabase(db)).filter(({ text }) => text.includes('Quagmire'));
  expect(kept.map(({ table }) => table)).toEqual([]);
});

test('a closed account gets no further mail, whatever jobs are still queued', async () => {
  const site = await openSite();
  const { parentA } = await family(site);
  await closeOnRequest(site, parentA);
  const written: string[] = [];
  const { mail } = site.jobDependencies;
  const realSend = mail.send;
  mail.send = (order) => {
    written.push(order.to);
    return realSend(order);
  };
  await jobs['send-credentials-reminder'].run(site.jobDependencies, { userId: parentA, day: 3 });
  await jobs['send-password-changed'].run(site.jobDependencies, {
    userId: parentA,
    changedAt: site.clock.now().toISOString(),
  });
  expect(written).toEqual([]);
});

test('R45: an account closes a week after its day, even if its mail server never accepts the last mail', async () => {
  const site = await openSite();
  const { userId, email } = await subscribe(site);
  await drain(site);
  const headers = await signedIn(site, userId);
  await send(site.app, { method: 'POST', path: '/v2/account/deletion', headers, body: { cancelRenewals: true } });
  await drain(site);
  const { mail, db } = site.jobDependencies;
  const real = mail.send;
  mail.send = async (one) => (one.to === email ? { outcome: 'retry', cause: 'server_busy' } : real(one));
  const { id, closesOn } = await db.selectFrom('deletionRequests').select(['id', 'closesOn']).executeTakeFirstOrThrow();
  const close = () => jobs['close-account'].run(site.jobDependencies, { requestId: id });
  const status = async () =>
    (await db.selectFrom('users').select('status').where('id', '=', userId).execute())[0]?.status;
  moveClockTo(site, closesOn, 6);
  await expect(close()).rejects.toThrow('has to wait');
  expect(await status()).toBe('ACTIVE');
  moveClockTo(site, closesOn, 8);
  await close();
  expect(await status()).toBe('CLOSED');
});
