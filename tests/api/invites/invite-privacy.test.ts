import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { supportPhone } from '#contract/fields/countries.ts';
import { days } from '#server/clock.ts';
import { latestInvite } from '#server/identity/invite-repository.ts';
import { saveOwn } from '#server/identity/own-details.ts';
import { lastDayBefore } from '#server/last-day.ts';
import { longDate } from '#server/mail-templates/formats.ts';
import { queueTables } from '../../setup/database/queue-tables.ts';
import {
  contextOf,
  credentialsOf,
  currentLink,
  inviteCoParent,
  invitedPays,
  invitedReadyToPay,
  newUsername,
  putCredentials,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { addressInMinnesota, paymentBody, readResult, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

test('SEC10: with one family’s token nothing of another family can be read, changed or paid', async () => {
  const site = await openSite();
  const mine = await invitedReadyToPay(site);
  const theirs = await invitedReadyToPay(site);
  const before = await site.dependencies.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', theirs.userId)
    .executeTakeFirstOrThrow();
  const headers = mine.headers;
  const { userId } = theirs;
  const parent = {
    firstName: 'Eve',
    lastName: 'Mallory',
    email: 'eve@example.com',
    phoneCountryCode: '+1',
    phoneNumber: '2025550111',
    timeZone: 'America/Chicago',
  };
  const order = { packageId: 1001, productId: null, services: [] };
  const quote = { totals: { total: 14_400, taxAmount: 0 }, taxId: 'x' } as Parameters<typeof paymentBody>[0];
  const attempts = [
    { method: 'GET', path: `/v2/invites/current?userId=${userId}` },
    { method: 'GET', path: `/v2/invites/parents/${userId}` },
    { method: 'GET', path: `/v2/invites/payment?userId=${userId}` },
    { method: 'POST', path: '/v2/invites/openings', body: { userId } },
    {
      method: 'PUT',
      path: `/v2/invites/parents/${userId}`,
      body: { parent, address: addressInMinnesota, sections: ['PARENT', 'ADDRESS'] },
    },
    { method: 'PUT', path: `/v2/invites/parents/${mine.userId}`, body: { parent: { ...parent, userId } } },
    { method: 'POST', path: '/v2/invites/prices', body: { userId, orderDetail: order } },
    {
      method: 'POST',
      path: '/v2/invites/payments',
      body: { ...paymentBody(quote), userId },
      headers: { ...headers, 'idempotency-key': randomUUID() },
    },
    { method: 'PUT', path: '/v2/invites/terms', body: { userId } },
    { method: 'PUT', path: '/v2/invites/marketing-opt-in', body: { userId, value: true } },
    {
      method: 'PUT',
      path: '/v2/invites/co-parent-flag',
      body: { userId, familyId: theirs.familyId, name: 'JOINED_BY_INVITE', value: true },
    },
    {
      method: 'PUT',
      path: '/v2/invites/co-parent-flag',
      body: { userId: mine.userId, familyId: theirs.familyId, name: 'JOINED_BY_INVITE', value: true },
    },
  ] as const;
  for (const attempt of attempts) {
    expect(await send(site.app, { headers, ...attempt }), attempt.path).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', status: 403 },
    });
  }
  const unknown = await send(site.app, { method: 'GET', path: `/v2/invites/current?userId=${randomUUID()}`, headers });
  expect(unknown.body['code']).toBe('FORBIDDEN');
  const after = await site.dependencies.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(after).toEqual(before);
  expect(
    await site.dependencies.db
      .selectFrom('consents')
      .select('id')
      .where('userId', 'in', [userId, mine.userId])
      .execute(),
  ).toEqual([]);
});

test('without a valid token nothing is revealed', async () => {
  const site = await openSite();
  const { userId } = await inviteCoParent(site);
  for (const headers of [{}, { 'x-invite-token': "' or 1=1 --" }]) {
    const answer = await send(site.app, { method: 'GET', path: `/v2/invites/current?userId=${userId}`, headers });
    expect([400, 401]).toContain(answer.status);
    expect(answer.body).not.toHaveProperty('familyMembers');
  }
});

test('3.8-1: no answer to an invited parent holds the other parent’s address, phone or mail address', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  const other = await site.dependencies.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', invited.inviterEmail)
    .executeTakeFirstOrThrow();
  await site.dependencies.db
    .updateTable('users')
    .set({ line1: '77 Secret Harbour Road', postalCode: '55499' })
    .where('id', '=', other.id)
    .execute();
  const get = (path: string) => send(site.app, { method: 'GET', path, headers: invited.headers });
  const paid = await invitedPays(site.app, invited);
  const answers = [
    await contextOf(site.app, invited),
    await get(`/v2/invites/parents/${invited.userId}`),
    await saveDetails(site.app, invited),
    await saveBilling(site.app, invited),
    await get('/v2/packages'),
    paid,
    await get(`/v2/invites/payment?userId=${invited.userId}`),
    await putCredentials(site.app, { token: paid.body.clickToJoinToken, body: credentialsOf(newUsername()) }),
  ];
  const told = JSON.stringify(answers.map(({ body, headers }) => [body, headers]));
  expect(paid.body.registration.coParent).toBeNull();
  for (const secret of [other.email, other.phoneNumber, '77 Secret Harbour Road', '55499'])
    expect(told).not.toContain(secret);
});

test('an invite’s mail contains no country or day that reveals where the inviter has moved to, nor their new name', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site);
  const { db } = site.dependencies;
  const moved = { country: 'NZ', timeZone: 'Pacific/Auckland' };
  const inviter = await db
    .selectFrom('users')
    .select(['id', 'familyId'])
    .where('email', '=', invited.inviterEmail)
    .executeTakeFirstOrThrow();
  await db
    .transaction()
    .execute((trx) => saveOwn(trx, { user: inviter, at: site.clock.now(), firstName: 'Quentin', ...moved }));
  site.clock.advance(days(31));
  await send(site.app, { method: 'POST', path: '/v2/invites/requests', headers: invited.headers });
  await drain(site);
  const again = (await mailsTo(site.sandboxUrl, invited.email)).at(-1);
  const expiresAt = (await latestInvite(db, invited.userId))?.expiresAt;
  const day = longDate(lastDayBefore(expiresAt ?? new Date(0)), { language: 'en' });
  expect(again?.text).toContain(day);
  expect(again?.text).toContain(supportPhone('US').display);
  expect(`${again?.subject} ${again?.text}`).not.toContain('Quentin');
});

test('6-9: the other parent’s e-mail is refused like any other known one: the answer does not reveal whose it is', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site);
  const stranger = await inviteCoParent(site);
  const answers = await Promise.all(
    [invited.inviterEmail, stranger.inviterEmail].map((email) => saveDetails(site.app, invited, { parent: { email } })),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(409);
    expect(body.validationErrors).toEqual([
      {
        field: 'parent.duplicate',
        text: 'It appears you are attempting to create a duplicate user.',
        code: 'parent_duplicate',
      },
    ]);
  }
  expect(answers.map(({ body }) => ({ ...body, requestId: null }))[0]).toEqual(
    answers.map(({ body }) => ({ ...body, requestId: null }))[1],
  );
});

test('SEC7: neither the link’s secret nor the credentials token is in the database, the logs or the queue', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  const paid = await invitedPays(site.app, invited);
  await putCredentials(site.app, { token: paid.body.clickToJoinToken, body: credentialsOf(newUsername()) });
  const { db } = site.dependencies;
  const tables = [
    'invites',
    'users',
    'singleUseTokens',
    'paymentAttempts',
    'orders',
    'consents',
    'analyticsEvents',
    'registrations',
    'sentMails',
  ] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  const jobs = await db
    .selectFrom(queueTables.jobs as never)
    .selectAll()
    .execute();
  const kept =
    JSON.stringify([rows, jobs], (_key, value: unknown) =>
      isBytes(value) ? Buffer.from(value.data).toString('latin1') : value,
    ) + site.logged.join('\n');
  expect(kept).toContain(invited.userId);
  for (const secret of [invited.token, paid.body.clickToJoinToken, 'quiet-harbour-7', 'canary named Pip'])
    expect(kept.toLowerCase()).not.toContain(secret.toLowerCase());
});

function isBytes(value: unknown): value is { type: 'Buffer'; data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
}

test('3.7-2: Parent A sees the co-parent’s contact as Parent A typed it, never as the co-parent changed it', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  await submitPayment(site.app, registration);
  const { id, familyId } = await site.dependencies.db
    .selectFrom('users')
    .select(['id', 'familyId'])
    .where('email', '=', registration.coParentEmail)
    .executeTakeFirstOrThrow();
  const own = { email: `own-${randomUUID()}@example.com`, phoneNumber: '6125550177' };
  const link = await currentLink(site, id);
  const saved = await saveDetails(site.app, {
    ...link,
    ...own,
    familyId: familyId ?? '',
    inviterEmail: registration.email,
  });
  expect(saved.status).toBe(200);
  const told = await readResult(site.app, registration);
  expect(told.body).toMatchObject({
    registration: { coParent: { email: registration.coParentEmail, phoneNumberWithCountryCode: '' } },
  });
  for (const word of Object.values(own)) expect(JSON.stringify(told.body)).not.toContain(word);
});

test('7.2-2: the co-parent flag can be set only in the United Kingdom, with its proof', async () => {
  const site = await openSite();
  const american = await invitedReadyToPay(site);
  const flag = (invited: typeof american) =>
    send(site.app, {
      method: 'PUT',
      path: '/v2/invites/co-parent-flag',
      body: { userId: invited.userId, familyId: invited.familyId, name: 'JOINED_BY_INVITE', value: true },
      headers: invited.headers,
    });
  expect((await flag(american)).status).toBe(403);
  const british = await inviteCoParent(site);
  await saveDetails(site.app, british);
  await saveBilling(
    site.app,
    british,
    { line1: '221B Baker Street', line2: '', city: 'London', region: 'ENG', postalCode: 'NW1 6XE', country: 'GB' },
    'Europe/London',
  );
  expect((await flag(british)).body).toEqual({ name: 'JOINED_BY_INVITE', value: true });
  expect(
    await site.dependencies.db
      .selectFrom('consents')
      .select(['kind', 'given', 'country', 'form'])
      .where('userId', '=', british.userId)
      .execute(),
  ).toEqual([{ kind: 'CO_PARENT_FLAG', given: true, country: 'GB', form: 'invite-flag:JOINED_BY_INVITE' }]);
});
