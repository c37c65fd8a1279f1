import { expect, test } from 'vitest';
import type { ActivityView } from '#contract/api/account-activity.ts';
import { minutes } from '#server/clock.ts';
import { recordActivity } from '#server/identity/activity.ts';
import { askToClose } from '../../setup/account-calls.ts';
import { addPerson, signInAs } from '../../setup/person.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { offerOf, performAction, staffHeaders, viewPerson } from '../../setup/staff.ts';
import { drain, signedIn } from '../../setup/subscriber.ts';

type Headers = Record<string, string>;

const read = async ({ app }: TestSite, headers: Headers, query = '') =>
  (
    await send<{ activity: ActivityView[]; more: boolean }>(app, {
      method: 'GET',
      path: `/v2/account/activity${query}`,
      headers,
    })
  ).body;

test('A change to an account is listed page by page for its owner alone, and mailed once in neutral words', async () => {
  const site = await openSite();
  await site.startJobs();
  const { db, clock } = site.dependencies;
  const [owner, other] = [await addPerson(db), await addPerson(db, { role: 'PROFESSIONAL', language: 'es' })];
  const note = { userId: owner.userId, device: 'Firefox/Android' };
  await db.transaction().execute(async (trx) => {
    for (let count = 0; count < 50; count++)
      await recordActivity(trx, { ...note, kind: 'PASSWORD_CHANGED', at: clock.now() });
    await recordActivity(trx, { ...note, kind: 'PHONE_CHANGED', at: clock.now(), detail: 'x' });
  });
  const headers = await signedIn(site, owner.userId);
  const first = await read(site, headers);
  expect(first.activity).toHaveLength(50);
  expect(first.more).toBe(true);
  expect(first.activity[0]).toMatchObject({
    kind: 'PHONE_CHANGED',
    browser: 'Firefox',
    system: 'Android',
    detail: 'x',
  });
  const rest = await read(site, headers, `?before=${first.activity.at(-1)?.id}`);
  expect(rest.activity).toHaveLength(1);
  expect(rest.more).toBe(false);
  expect((await read(site, await signedIn(site, other.userId))).activity).toEqual([]);

  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, owner.email),
    (seen) => seen.length > 0,
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe('Your account: a change');
  expect(mails[0]?.text).toContain('Changed your phone number');
  expect(mails[0]?.text).toContain('Firefox on Android');
  const exported = await send<{ accountChanges: unknown[] }>(site.app, {
    method: 'GET',
    path: '/v2/account/export',
    headers,
  });
  expect(exported.body.accountChanges).toHaveLength(51);
});

test('A correct password refreshes the proof of the current session only; a wrong one does not', async () => {
  const site = await openSite();
  const { db, clock } = site.dependencies;
  const person = await addPerson(db);
  const [{ headers }, other] = [await signInAs(site.app, person), await signInAs(site.app, person)];
  const prove = (password: string, by: Headers = headers) =>
    send<{ code?: string; proved?: boolean }>(site.app, {
      method: 'POST',
      path: '/v2/account/proof',
      body: { password },
      headers: by,
    });
  const provedAt = async () =>
    (
      await db.selectFrom('sessions').select('provedAt').where('userId', '=', person.userId).orderBy('id').execute()
    ).map(({ provedAt }) => clock.now().getTime() - provedAt.getTime() < minutes(10));
  await db
    .updateTable('sessions')
    .set({ provedAt: new Date(0) })
    .execute();
  expect((await prove('not-the-password-1')).body.code).toBe('VALIDATION');
  expect(await provedAt()).toEqual([false, false]);
  expect((await prove(person.password)).body).toEqual({ proved: true });
  expect(await provedAt()).toEqual([true, false]);
  for (let count = 0; count < 10; count++) await prove('not-the-password-1', other.headers);
  // The limit belongs to the account: another session gives no further attempts.
  expect((await prove(person.password, other.headers)).status).toBe(429);
});

test('a cancelled closing is listed and mailed to the owner, whether they or staff cancelled it', async () => {
  const site = await openSite();
  const owner = await addPerson(site.dependencies.db);
  const headers = await signedIn(site, owner.userId);
  const keep = () => send(site.app, { method: 'DELETE', path: '/v2/account/deletion', headers });
  await askToClose(site, owner.userId);
  expect([(await keep()).body, (await keep()).body]).toMatchObject([{ kept: true }, { kept: false }]);
  await askToClose(site, owner.userId);
  const staff = await staffHeaders(site, ['SUPPORT']);
  const offer = offerOf(await viewPerson(site, staff, owner.userId), 'KEEP_ACCOUNT');
  const keeping = { action: 'KEEP_ACCOUNT', subject: offer?.subject ?? null } as const;
  expect((await performAction(site, staff, owner.userId, keeping)).statusCode).toBe(200);
  const { activity } = await read(site, headers);
  expect(activity.map(({ kind, browser }) => [kind, browser === 'Evenkeel'])).toEqual([
    ['ACCOUNT_KEPT', true],
    ['CLOSING_ASKED', false],
    ['ACCOUNT_KEPT', false],
    ['CLOSING_ASKED', false],
  ]);
  await drain(site);
  const mails = (await mailsTo(site.sandboxUrl, owner.email)).filter(({ subject }) => subject.includes('a change'));
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toContain('Canceled the closing of your account');
});
