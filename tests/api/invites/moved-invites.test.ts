import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { minutes } from '#server/clock.ts';
import type { Trx } from '#server/db/pool.ts';
import { runnableJobs } from '#server/development/queued-jobs.ts';
import { latestInvite } from '#server/identity/invite-repository.ts';
import { jobs } from '#server/jobs/jobs.ts';
import {
  contextOf,
  credentialsOf,
  currentLink,
  type Invited,
  inviteCoParent,
  invitedPays,
  invitedReadyToPay,
  inviteRow,
  newUsername,
  priceFor,
  putCredentials,
  readInvitePaymentOf,
  readyToJoin,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { addPerson } from '../../setup/person.ts';
import { eventually, mailsTo, setFault, setMailFault } from '../../setup/sandbox.ts';
import { paymentBody, send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

/** Somebody who was invited at an address that is shared or not theirs, and enters another one. */
const newAddress = () => `own-${randomUUID()}@example.com`;
const gone = { status: 401, body: { code: 'INVITE_TOKEN_INVALID', status: 112 } };

/** Saves another address and returns the access with which the browser continues. */
async function moveTo(site: TestSite, invited: Invited, email: string): Promise<Invited> {
  const { status, body } = await saveDetails(site.app, invited, { parent: { email } });
  if (status !== 200) throw new Error(`Another address answered ${status}: ${JSON.stringify(body)}`);
  const token = body.inviteToken ?? '';
  const { inviteId } = await currentLink(site, invited.userId);
  return { ...invited, email, token, inviteId, headers: { ...invited.headers, 'x-invite-token': token } };
}

/** Every API call that accepts an invite's link. */
function callsWith(site: TestSite, { userId, familyId, headers }: Invited) {
  const parent = {
    firstName: 'Rex',
    lastName: 'Taker',
    email: newAddress(),
    phoneCountryCode: '+1',
    phoneNumber: '2025550199',
  };
  const order = { packageId: 1001, productId: null, services: [] };
  const payment = paymentBody({ totals: { total: 14_400, taxAmount: 0 }, taxId: 'x' } as Parameters<
    typeof paymentBody
  >[0]);
  const calls = [
    { method: 'GET', path: `/v2/invites/current?userId=${userId}` },
    { method: 'GET', path: `/v2/invites/parents/${userId}` },
    { method: 'GET', path: `/v2/invites/payment?userId=${userId}` },
    { method: 'POST', path: '/v2/invites/openings', body: { userId } },
    { method: 'PUT', path: `/v2/invites/parents/${userId}`, body: { parent, sections: ['NAME', 'PARENT'] } },
    { method: 'POST', path: '/v2/invites/prices', body: { userId, orderDetail: order } },
    {
      method: 'POST',
      path: '/v2/invites/payments',
      body: { ...payment, userId },
      headers: { ...headers, 'idempotency-key': randomUUID() },
    },
    { method: 'PUT', path: '/v2/invites/terms', body: { userId } },
    { method: 'PUT', path: '/v2/invites/marketing-opt-in', body: { userId, value: true } },
    {
      method: 'PUT',
      path: '/v2/invites/co-parent-flag',
      body: { userId, familyId, name: 'JOINED_BY_INVITE', value: true },
    },
  ] as const;
  return Promise.all(calls.map((call) => send(site.app, { headers, ...call })));
}

async function waitingForUsers(trx: Trx): Promise<{ waiting: number }> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and relation = 'users'::regclass and not granted`.execute(trx);
  return rows[0] ?? { waiting: 0 };
}

const userOf = ({ dependencies: { db } }: TestSite, { userId }: Invited) =>
  db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

test('P1: entering another e-mail revokes the mailed link; this browser continues, and a link goes to the new address', async () => {
  const site = await openSite();
  await site.startJobs();
  const mailed = await inviteCoParent(site);
  const shouted = await saveDetails(site.app, mailed, { parent: { email: mailed.email.toUpperCase() } });
  expect(shouted.body.inviteToken, 'the same address in other case is no other address').toBeUndefined();

  const hers = await moveTo(site, mailed, newAddress());
  const before = await userOf(site, hers);
  for (const answer of await callsWith(site, mailed)) expect(answer).toMatchObject(gone);
  expect(await userOf(site, hers)).toEqual(before);
  expect((await saveBilling(site.app, hers)).status).toBe(200);
  const [link] = await eventually(
    () => mailsTo(site.sandboxUrl, hers.email),
    (mails) => mails.length === 1,
  );
  expect(link?.text, 'the same link opens it on her phone').toContain(hers.token);
  expect(await inviteRow(site, hers)).toMatchObject({ lastCompletedStep: 1 });

  const back = await moveTo(site, hers, mailed.email);
  expect((await contextOf(site.app, hers)).body.status).toBe(112);
  expect((await contextOf(site.app, mailed)).body.status).toBe(112);
  expect((await invitedPays(site.app, back)).body.outcome).toBe('PAID');
});

test('P1: a link that is being mailed while the address changes is not mailed to the new one', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const invited = await inviteCoParent(site);
  const email = newAddress();
  const lookedUp = await db.transaction().execute(async (trx) => {
    // The job has read the invite, and reads the address after the change.
    await sql`lock table users in access exclusive mode`.execute(trx);
    const mailing = jobs['send-invite'].run(site.jobDependencies, { inviteId: invited.inviteId });
    await eventually(
      () => waitingForUsers(trx),
      ({ waiting }) => waiting > 0,
    );
    await trx.updateTable('users').set({ email }).where('id', '=', invited.userId).execute();
    await trx.updateTable('invites').set({ state: 'SUPERSEDED' }).where('id', '=', invited.inviteId).execute();
    return { mailing };
  });
  await lookedUp.mailing;
  expect(await mailsTo(site.sandboxUrl, email)).toEqual([]);
});

test('P1: tokens from the old link set no credentials afterwards, and mails about them go to the new address', async () => {
  const site = await openSite();
  const { invited: paidFor, authToken } = await readyToJoin(site);
  const payer = await invitedReadyToPay(site);
  const { clickToJoinToken } = (await invitedPays(site.app, payer)).body;
  for (const [invited, exchanged] of [
    [paidFor, authToken],
    [payer, clickToJoinToken],
  ] as const) {
    const hers = await moveTo(site, invited, newAddress());
    const looked = await send(site.app, {
      method: 'GET',
      path: '/v2/credentials',
      headers: { authorization: `Bearer ${exchanged}` },
    });
    expect(looked.body['code']).toBe('TOKEN_INVALID');
    expect((await putCredentials(site.app, { token: exchanged, body: credentialsOf(newUsername()) })).body.code).toBe(
      'TOKEN_INVALID',
    );
    expect((await readInvitePaymentOf(site.app, invited)).body.code).toBe('INVITE_TOKEN_INVALID');
    const { authToken: own } = (await contextOf(site.app, hers)).body;
    expect((await putCredentials(site.app, { token: own ?? '', body: credentialsOf(newUsername()) })).status).toBe(200);
  }
  const key = `credentials:${payer.userId}`;
  const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs where key = ${key}`.execute(
    site.dependencies.db,
  );
  expect(rows, 'one mail with the link that works').toHaveLength(1);
});

test('P1: a request with a superseded link mails the current link to the new address, and revokes nothing', async () => {
  const site = await openSite();
  await site.startJobs();
  const leftBehind = await inviteCoParent(site);
  const hers = await moveTo(site, leftBehind, newAddress());
  const mailed = (count: number) =>
    eventually(
      () => mailsTo(site.sandboxUrl, hers.email),
      (mails) => mails.length === count,
    );
  await mailed(1);
  site.clock.advance(minutes(3));
  const requestInvite = () =>
    send(site.app, { method: 'POST', path: '/v2/invites/requests', headers: leftBehind.headers });
  // The first mail is still being sent when the others are requested.
  await setMailFault(site.sandboxUrl, { kind: 'slow', times: 1, delayMs: 1_500 });
  expect((await requestInvite()).body).toEqual({ outcome: 'SENT' });
  const mails = await mailed(2);
  for (const { body } of await Promise.all([requestInvite(), requestInvite()]))
    expect(body).toEqual({ outcome: 'SENT' });
  await eventually(
    () => runnableJobs(site.dependencies.db),
    (count) => count === 0,
  );
  await mailed(2);
  for (const { text } of mails) expect(text).toContain(hers.token);
  expect(await latestInvite(site.dependencies.db, hers.userId)).toMatchObject({ id: hers.inviteId });
  expect((await contextOf(site.app, hers)).status).toBe(200);
  const old = await mailsTo(site.sandboxUrl, leftBehind.email);
  expect(JSON.stringify(old)).not.toContain(hers.token);
});

test('P1: a payment begun with the old link reports success, but neither the new address nor a token', async () => {
  const site = await openSite();
  const mailed = await invitedReadyToPay(site);
  const { body: quote } = await priceFor(site.app, mailed);
  await setFault(site.sandboxUrl, { kind: 'latency', times: 1, matching: 'sale', delayMs: 700 });
  const paying = invitedPays(site.app, mailed, { quote });
  await eventually(
    () =>
      site.dependencies.db
        .selectFrom('paymentAttempts')
        .select('sentAt')
        .where('subjectId', '=', mailed.userId)
        .execute(),
    ([attempt]) => attempt?.sentAt instanceof Date,
  );
  const hers = await moveTo(site, mailed, newAddress());
  const paid = await paying;
  expect(paid.body).toMatchObject({ outcome: 'PAID', clickToJoinToken: null });
  expect(JSON.stringify(paid.body)).not.toContain(hers.email);
  expect((await readInvitePaymentOf(site.app, hers)).body).toMatchObject({
    outcome: 'PAID',
    clickToJoinToken: expect.any(String),
  });
});

test('P1: of twenty concurrent tries with one link, to change the address and to set credentials, exactly one succeeds', async () => {
  const site = await openSite();
  const { invited, authToken } = await readyToJoin(site);
  const moves = Array.from({ length: 10 }, () => newAddress());
  const tries = [
    ...moves.map((email) => () => saveDetails(site.app, invited, { parent: { email } })),
    ...Array.from(
      { length: 4 },
      () => () => putCredentials(site.app, { token: authToken, body: credentialsOf(newUsername()) }),
    ),
  ];
  const reads = Array.from({ length: 6 }, () => () => contextOf(site.app, invited));
  const [tried, looked] = await Promise.all([
    Promise.all(tries.map((act) => act())),
    Promise.all(reads.map((look) => look())),
  ]);
  const won = tried.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const { email } = await userOf(site, invited);
  const token = won.flatMap(({ body }) => ('inviteToken' in body && body.inviteToken ? [body.inviteToken] : []))[0];
  expect(token === undefined ? [invited.email] : moves).toContain(email);
  for (const { body } of looked.filter(({ status }) => status === 200)) {
    const late = await putCredentials(site.app, { token: body.authToken ?? '', body: credentialsOf(newUsername()) });
    expect(late.body.code, 'what was read before opens nothing afterwards').toBe('TOKEN_INVALID');
  }
  if (token)
    expect(
      (await contextOf(site.app, { ...invited, headers: { ...invited.headers, 'x-invite-token': token } })).status,
    ).toBe(200);
});

test('M3: an invited parent whose plan is paid cannot take the e-mail of an account, whatever is confirmed', async () => {
  const site = await openSite();
  const owner = await addPerson(site.dependencies.db);
  const invited = await inviteCoParent(site, { payForCoparent: true });
  const { status, body } = await saveDetails(site.app, invited, {
    parent: { email: owner.email },
    parentDuplicateConfirmed: true,
  });
  expect([status, body.validationErrors]).toMatchObject([409, [{ field: 'parent.duplicate' }]]);
  expect((await contextOf(site.app, invited)).status).toBe(200);
});
