import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import { correctEmail } from '#server/account/correct-email.ts';
import type { Trx } from '#server/db/pool.ts';
import { writeReach } from '#server/identity/reach.ts';
import { DeliveryFailed, Postponed } from '#server/jobs/failed-attempt.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { storeMeanwhile, untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { credentialsOf, invitedPays, invitedReadyToPay, newUsername, putCredentials } from '../../setup/invited.ts';
import { contact, register } from '../../setup/professional.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

/** An invited parent who has paid and left. */
async function unfinished() {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  const paid = await invitedPays(site.app, invited);
  await drain(site);
  return { site, ...invited, token: paid.body.clickToJoinToken ?? '' };
}

const newestToken = async ({ dependencies: { db } }: TestSite, userId: string) =>
  (
    await db
      .selectFrom('singleUseTokens')
      .select('id')
      .where('userId', '=', userId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id;

const remind = ({ jobDependencies }: TestSite, userId: string, day: 1 | 3 = 1) =>
  jobs['send-credentials-reminder'].run(jobDependencies, { userId, day });
const deliver = ({ jobDependencies }: TestSite, tokenId: string) =>
  jobs['send-credentials-link'].run(jobDependencies, { tokenId });

/** The secrets of the credentials links mailed to an address, with the ids of their mails. */
const mailedLinks = async ({ sandboxUrl }: TestSite, to: string) =>
  (await mailsTo(sandboxUrl, to)).flatMap(({ links, messageId }) =>
    [...new Set(links)].flatMap((link) => {
      const [, secret] = link.split('/join/credentials#token=');
      return secret === undefined ? [] : { secret, messageId };
    }),
  );

const opens = async ({ app }: TestSite, secret: string) =>
  (await send(app, { method: 'GET', path: '/v2/credentials', headers: { authorization: `Bearer ${secret}` } }))
    .status === 200;

/** Delivers the first mail, but loses its response. */
function loseFirstAnswer({ jobDependencies: { mail } }: TestSite): void {
  const realSend = mail.send;
  mail.send = async (order) => {
    mail.send = realSend;
    await realSend(order);
    return { outcome: 'retry', cause: 'timeout' };
  };
}

test.for(['PARENT', 'PROFESSIONAL'] as const)(
  'REL5: the mail that asks for username and password has the same, working link in every retry (%s)',
  async (role) => {
    const { site, userId: parentId, email } = await unfinished();
    const professional = await register(site.app);
    const isParent = role === 'PARENT';
    const [userId, to] = isParent ? [parentId, email] : [professional.body.userId, contact.email];
    const run = async () => {
      await (isParent
        ? remind(site, userId)
        : jobs['send-pro-confirmation'].run(site.jobDependencies, { userId, round: 0 }));
      await deliver(site, await newestToken(site, userId));
    };
    loseFirstAnswer(site);
    await expect(run()).rejects.toThrow(DeliveryFailed);
    await run();
    await run();
    const mailed = await mailedLinks(site, to);
    expect(mailed).toEqual([mailed[0], mailed[0]]);
    expect(await opens(site, mailed[0]?.secret ?? '')).toBe(true);
    await putCredentials(site.app, { token: mailed[0]?.secret ?? '', body: credentialsOf(newUsername()) });
    await run();
    expect(await mailedLinks(site, to)).toHaveLength(2);
  },
);

test('REL5: a reminder that waits for contact hours, or may not be mailed, invalidates no link', async () => {
  const { site, userId, token } = await unfinished();
  const { db } = site.dependencies;
  const at = site.clock.now();
  const from = (at.getUTCHours() + 6) % 24;
  const hours = { from, until: (from + 1) % 24, timeZone: 'UTC' };
  await writeReach(db, { userId, reach: { ...unrestrictedReach, hours }, at });
  await expect(remind(site, userId)).rejects.toThrow(Postponed);
  await writeReach(db, { userId, reach: { ...unrestrictedReach, mail: false }, at });
  await remind(site, userId);
  expect(await opens(site, token)).toBe(true);
});

test('REL1: a reminder that leaves while somebody sets username and password in the browser that has paid ends nothing there', async () => {
  const { site, userId, email, token } = await unfinished();
  await remind(site, userId);
  await drain(site);
  const mailed = (await mailedLinks(site, email))[0]?.secret ?? '';
  expect(await opens(site, mailed)).toBe(true);
  await remind(site, userId, 3);
  expect([await opens(site, mailed), await opens(site, token)]).toEqual([false, true]);
  expect((await putCredentials(site.app, { token, body: credentialsOf(newUsername()) })).status).toBe(200);
});

type Unfinished = Awaited<ReturnType<typeof unfinished>>;

/**
 * Staff correct a mistyped address while `act` mails it: whether the links mailed to the right and the old address
 * work.
 */
async function withCorrection(act: (parent: Unfinished, correct: (trx: Trx) => Promise<unknown>) => Promise<unknown>) {
  const parent = await unfinished();
  const { site, userId, email } = parent;
  const { makeToken } = site.dependencies;
  const right = `${randomUUID().slice(0, 8)}@example.com`;
  await act(parent, (trx) =>
    correctEmail(trx, { userId, email: right, oldIsTheirs: false, at: site.clock.now(), makeToken }),
  );
  await drain(site);
  const worksAt = async (to: string) =>
    Promise.all((await mailedLinks(site, to)).map(({ secret }) => opens(site, secret)));
  return { right: await worksAt(right), old: await worksAt(email) };
}

test('REL5: an address that is corrected while a reminder begins gets the link, and the mistyped one none', async () => {
  const links = await withCorrection(async ({ site, userId }, correct) => {
    const { db } = site.dependencies;
    const { reminding } = await db.transaction().execute(async (trx) => {
      await correct(trx);
      const running = remind(site, userId);
      await untilOneWaitsForLock(db);
      // Not the promise itself, which the transaction would await.
      return { reminding: running };
    });
    await reminding;
  });
  expect(links).toEqual({ right: [true], old: [] });
});

test('REL5: an address that is corrected while a link is being mailed gets no invalid link', async () => {
  const links = await withCorrection(async ({ site, userId }, correct) => {
    const tokenId = await newestToken(site, userId);
    const { db } = site.dependencies;
    await storeMeanwhile(db, { table: 'users', send: () => deliver(site, tokenId), store: correct });
  });
  expect(links).toEqual({ right: [true], old: [] });
});
