import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { days, minutes } from '#server/clock.ts';
import {
  contextOf,
  credentialsOf,
  invitedPays,
  invitedReadyToPay,
  newUsername,
  putCredentials,
  readInvitePaymentOf,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { eventually, mailsTo, sales } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

test('UX2: a reload after the payment shows what was paid, never a duplicate, and never charges again', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  const paid = await invitedPays(site.app, invited);
  const again = await readInvitePaymentOf(site.app, invited);
  expect(again.body).toMatchObject({ outcome: 'PAID', receipt: { orderId: paid.body.receipt.orderId } });
  expect((await invitedPays(site.app, invited)).body.code).toBe('ALREADY_PAID');
  expect((await saveDetails(site.app, invited)).status).toBe(200);
  const context = await contextOf(site.app, invited);
  expect(context.body).toMatchObject({
    isSubscriptionCurrent: true,
    requireCredentials: true,
    authToken: expect.any(String),
  });
  expect(await sales(site)).toHaveLength(2);
  expect(
    (await putCredentials(site.app, { token: again.body.clickToJoinToken, body: credentialsOf(newUsername()) })).status,
  ).toBe(200);
});

test('PAY4: after the paid term has ended, an invited parent who never joined pays again, without the old receipt', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  const first = await invitedPays(site.app, invited);
  await site.dependencies.db
    .updateTable('subscriptions')
    .set({ state: 'LAPSED' })
    .where('userId', '=', invited.userId)
    .execute();
  for (const key of [undefined, randomUUID()])
    expect((await readInvitePaymentOf(site.app, invited, key)).body, key).toEqual({ outcome: 'NONE' });
  const again = await invitedPays(site.app, invited);
  expect(again).toMatchObject({ status: 200, body: { outcome: 'PAID' } });
  expect(again.body.receipt.orderId).not.toBe(first.body.receipt.orderId);
  expect(await sales(site)).toHaveLength(3);
  const held = await site.dependencies.db
    .selectFrom('subscriptions')
    .select('state')
    .where('userId', '=', invited.userId)
    .execute();
  expect(held.map(({ state }) => state).toSorted()).toEqual(['CURRENT', 'LAPSED']);
});

test('5.5-1, 5.5-6: the billing address is locked after payment, because tax is based on it', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  await invitedPays(site.app, invited);
  await saveBilling(
    site.app,
    invited,
    { line1: '9 Elsewhere', line2: '', city: 'Portland', region: 'OR', postalCode: '97201', country: 'US' },
    'America/Los_Angeles',
  );
  const { body } = await send(site.app, {
    method: 'GET',
    path: `/v2/invites/parents/${invited.userId}`,
    headers: invited.headers,
  });
  expect(body['address']).toMatchObject({ line1: '12 Lake Street', region: 'MN' });
});

test('a parent who leaves after paying is mailed a link after a quarter of an hour, and again after one and three days', async () => {
  const site = await openSite();
  await site.startJobs();
  const invited = await invitedReadyToPay(site);
  await invitedPays(site.app, invited);
  const queued = async () =>
    (await site.dependencies.db
      .selectFrom('graphile_worker.jobs' as never)
      .selectAll()
      .orderBy('runAt' as never)
      .execute()) as unknown as { taskIdentifier: string; runAt: Date }[];
  const link = (await queued()).find(({ taskIdentifier }) => taskIdentifier === 'send-credentials-link');
  expect(Math.round(((link?.runAt.getTime() ?? 0) - site.clock.now().getTime()) / minutes(1))).toBe(15);
  const { sendCredentialsLink, sendCredentialsReminder } = await import('#server/jobs/mail/send-credentials-link.ts');
  const token = await site.dependencies.db
    .selectFrom('singleUseTokens')
    .select('id')
    .where('userId', '=', invited.userId)
    .executeTakeFirstOrThrow();
  await sendCredentialsLink.run(site.jobDependencies, { tokenId: token.id });
  const reminders = (await queued()).filter(({ taskIdentifier }) => taskIdentifier === 'send-credentials-reminder');
  expect(reminders.map(({ runAt }) => Math.round((runAt.getTime() - site.clock.now().getTime()) / days(1)))).toEqual([
    1, 3,
  ]);
  await sendCredentialsReminder.run(site.jobDependencies, { userId: invited.userId, day: 1 });
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, invited.email),
    (seen) => seen.filter(({ links }) => links.some((one) => one.includes('credentials#token='))).length === 2,
  );
  const link2 = mails.flatMap(({ links }) => links).findLast((one) => one.includes('credentials#token=')) ?? '';
  const secrets = mails.flatMap(({ links }) =>
    links
      .filter((one) => one.includes('#token=') && one.includes('credentials'))
      .map((one) => one.split('#token=')[1] ?? ''),
  );
  const owners = await Promise.all(
    [...new Set(secrets)].map((secret) =>
      send(site.app, { method: 'GET', path: '/v2/credentials', headers: { authorization: `Bearer ${secret}` } }),
    ),
  );
  expect(link2).not.toBe('');
  expect(owners.filter(({ status }) => status === 200)).toMatchObject([
    { body: { userId: invited.userId, invited: true } },
  ]);
});
