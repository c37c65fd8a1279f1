import { expect, onTestFinished, test } from 'vitest';
import { days } from '#server/clock.ts';
import { forgetPerson } from '#server/closing/forget-person.ts';
import { receiveReturnedMail } from '#server/compose-returned-mail.ts';
import { liftBounces, recordMailReport } from '#server/identity/returned-mail.ts';
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts';
import { deliverMail } from '#server/jobs/mail/deliver-mail.ts';
import { refundIssued } from '#server/mail-templates/templates/refund.ts';
import { freePort } from '../../setup/free-port.ts';
import { inviteCoParent } from '../../setup/invited.ts';
import { addPerson, userIdOf } from '../../setup/person.ts';
import { bounceDomain, handOver, openReturning, reportOf } from '../../setup/returning-site.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { staffHeaders } from '../../setup/staff.ts';
import { drain, signedIn } from '../../setup/subscriber.ts';

test('without a bounce domain mail is sent as usual, and nothing is recorded', async () => {
  const { jobDependencies, dependencies, sandboxUrl } = await openSite();
  const { userId, email } = await addPerson(dependencies.db);
  const letter = { dedupeKey: 'sample.1', template: refundIssued, props: refundIssued.sample };
  await deliverMail(jobDependencies, { id: userId, email, language: 'en', country: 'US' }, letter);
  const answer = await fetch(`${sandboxUrl}/inbox/messages?to=${email}`);
  expect(await answer.json()).toMatchObject({ messages: [{ from: expect.not.stringContaining('bounces-') }] });
  expect(await dependencies.db.selectFrom('mailEnvelopes').selectAll().execute()).toEqual([]);
});

test('each mail has its own opaque bounce address; the tables hold neither it nor the reader’s', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db);
  await site.mail(person);
  const first = await site.returnPath(person.email);
  await site.mail(person);
  const second = await site.returnPath(person.email);
  expect([first, second]).toEqual([
    expect.stringMatching(/^bounces-[\da-f]{32}@bounces\.example$/),
    expect.stringMatching(/^bounces-[\da-f]{32}@bounces\.example$/),
  ]);
  expect(first).not.toBe(second);
  const stored = JSON.stringify(await site.db.selectFrom('mailEnvelopes').selectAll().execute());
  expect(stored).not.toContain(person.email);
  expect(stored).not.toContain(await site.tagOf(person.email));
});

test('a bounced address gets no further mail, which is recorded, counted and logged without it', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db, { email: 'nobody@bounce.example' });
  for (const reports of [1, 2]) {
    await site.mail(person);
    await eventually(site.suppressed, ([row]) => row?.reports === reports);
    expect(await site.suppressed()).toEqual([{ userId: person.userId, cause: 'HARD', reports }]);
  }
  await site.mail(person, 'receipt');
  expect(await mailsTo(site.sandboxUrl, person.email)).toHaveLength(2);
  const envelopes = site.db
    .selectFrom('mailEnvelopes')
    .select(['template', 'reported', 'withheld'])
    .orderBy('template');
  expect(await envelopes.execute()).toEqual([
    { template: 'receipt', reported: null, withheld: 'HARD' },
    { template: 'refund-issued', reported: 'HARD', withheld: null },
    { template: 'refund-issued', reported: 'HARD', withheld: null },
  ]);
  const { text } = await site.metrics.render();
  expect(text).toContain('evenkeel_mails_returned_total{report="HARD"} 2');
  expect(text).toContain('evenkeel_mails_withheld_total{cause="HARD"} 1');
  expect(site.logged.join('\n')).toContain('address suppressed after bounces');
  expect(site.logged.join('\n')).not.toContain('bounce.example');
  // The same address in another account is tried separately, so that neither reveals anything about the other.
  const other = await addPerson(site.db);
  await site.mail({ userId: other.userId, email: person.email });
  expect(await mailsTo(site.sandboxUrl, person.email)).toHaveLength(3);
  // Mailboxes can recover: the address is retried after a while.
  site.clock.advance(days(91));
  await forgetOldRecords.run(site.jobDependencies, {});
  await site.mail(person);
  expect(await mailsTo(site.sandboxUrl, person.email)).toHaveLength(4);
});

test('a recipient that our own mail server rejects permanently gets no further mail; a temporarily rejected one does', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db);
  const fault = { method: 'POST', headers: { 'content-type': 'application/json' } };
  for (const reports of [1, 2]) {
    await fetch(`${site.sandboxUrl}/control/mail-faults`, {
      ...fault,
      body: JSON.stringify({ kind: 'refuse', to: person.email }),
    });
    await site.mail(person);
    expect(await site.suppressed()).toEqual([{ userId: person.userId, cause: 'HARD', reports }]);
  }
  const [tried] = [site.logged.length];
  await site.mail(person);
  expect(site.logged.slice(tried).join()).toContain('suppressed after bounces');
  expect(await mailsTo(site.sandboxUrl, person.email)).toEqual([]);
  const other = await addPerson(site.db);
  await fetch(`${site.sandboxUrl}/control/mail-faults`, {
    ...fault,
    body: JSON.stringify({ kind: 'greylist', to: other.email }),
  });
  await expect(site.mail(other)).rejects.toThrow('has to wait');
  await site.mail(other);
  expect(await mailsTo(site.sandboxUrl, other.email)).toHaveLength(1);
});

test('soft bounces add up, suppress further mails, and expire', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db);
  for (let mail = 0; mail < 5; mail += 1) {
    await site.mail(person);
    expect(await site.report(person.email, 'SOFT')).toBe(true);
  }
  const listed = async () => {
    const headers = await staffHeaders(site, ['SUPPORT']);
    const queue = await site.app.inject({ url: '/api/v2/staff/queues/refused-mail', headers });
    return queue.json<{ rows: object[] }>().rows.length;
  };
  await site.mail(person);
  expect(await mailsTo(site.sandboxUrl, person.email)).toHaveLength(5);
  expect(await listed()).toBe(1);
  site.clock.advance(days(15));
  expect(await listed()).toBe(0);
  await site.mail(person);
  expect(await mailsTo(site.sandboxUrl, person.email)).toHaveLength(6);
  await site.report(person.email, 'SOFT');
  expect(await site.suppressed()).toMatchObject([{ cause: 'SOFT', reports: 1 }]);
});

test('after a spam complaint a user only gets mails they request themself', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db, { email: 'reader@complaint.example' });
  await site.mail(person);
  await eventually(site.suppressed, (rows) => rows.length === 1);
  await site.mail(person);
  expect(await mailsTo(site.sandboxUrl, person.email)).toHaveLength(1);
  await site.mail(person, 'password-reset');
  expect(await mailsTo(site.sandboxUrl, person.email)).toHaveLength(2);
});

test('a report counts once despite duplicates and concurrency, and never lowers the severity', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db);
  await site.mail(person);
  const to = await site.returnPath(person.email);
  const quoted = await site.quoted(person.email);
  const soft = reportOf('5.2.2', quoted);
  const answers = await Promise.all(Array.from({ length: 6 }, () => handOver(site, { to, body: soft })));
  expect(answers).toEqual(answers.map(() => 250));
  expect(await site.suppressed()).toMatchObject([{ cause: 'SOFT', reports: 1 }]);
  expect(await handOver(site, { to: to.toUpperCase(), body: reportOf('5.1.1', quoted) })).toBe(250);
  await handOver(site, { to, body: soft });
  expect(await site.suppressed()).toMatchObject([{ cause: 'HARD', reports: 2 }]);
});

test('a forged tag has no effect, and no other address accepts mail', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db);
  await site.mail(person);
  const body = reportOf('5.1.1', await site.quoted(person.email));
  const tag = await site.tagOf(person.email);
  const forged = tag.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect(await handOver(site, { to: `bounces-${forged}@${bounceDomain}`, body }), 'as for one that exists').toBe(250);
  for (const to of [
    `postmaster@${bounceDomain}`,
    `bounces-${tag}@elsewhere.example`,
    `bounces-${tag}0@${bounceDomain}`,
  ])
    expect(await handOver(site, { to, body })).toBe(550);
  const long = `${body}${'x'.repeat(2 * 1024 * 1024)}`;
  expect(await handOver(site, { to: `bounces-${tag}@${bounceDomain}`, body: long })).toBe(552);
  expect(
    await handOver(site, { to: `bounces-${tag}@${bounceDomain}`, body: 'Subject: Away\r\n\r\nBack on Monday' }),
  ).toBe(250);
  expect(await site.suppressed()).toEqual([]);
});

test('a report that cannot be recorded is requested again', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db);
  await site.mail(person);
  const to = await site.returnPath(person.email);
  const bouncePort = await freePort();
  const config = { BOUNCE_DOMAIN: bounceDomain, BOUNCE_SMTP_PORT: bouncePort, HOST: 'localhost' };
  const db = { transaction: () => ({ execute: () => Promise.reject(new Error('away')) }) } as never;
  const intake = await receiveReturnedMail(config, { ...site.jobDependencies, db });
  onTestFinished(() => intake?.close());
  const body = reportOf('5.1.1', await site.quoted(person.email));
  expect(await handOver({ bouncePort }, { to, body })).toBe(451);
  expect(await handOver(site, { to, body })).toBe(250);
  expect(await site.suppressed()).toHaveLength(1);
});

test('a report about a closed account changes nothing, and nothing of it is stored', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db);
  for (let mail = 0; mail < 2; mail += 1) await site.mail(person);
  expect(await site.report(person.email, 'HARD')).toBe(true);
  await site.mail(person);
  const headers = await signedIn(site, person.userId);
  const exported = await send(site.app, { method: 'GET', path: '/v2/account/export', headers });
  expect(exported.body).toMatchObject({
    mailsThatCameBack: [{ cause: 'HARD', reports: 1 }],
    mailsThatMayComeBack: expect.arrayContaining([expect.objectContaining({ reported: 'HARD' })]),
  });
  const at = site.clock.now();
  await site.db.transaction().execute((trx) => forgetPerson(trx, { userId: person.userId, at }));
  expect(await site.report(person.email, 'COMPLAINT')).toBe(false);
  expect(await site.suppressed()).toEqual([]);
  expect(await site.db.selectFrom('mailEnvelopes').selectAll().execute()).toEqual([]);
});

test('a corrected address is mailed at once, and the same address entered again is retried once, whatever late reports arrive', async () => {
  const site = await openReturning();
  const { userId, email, inviterEmail } = await inviteCoParent(site);
  await drain(site);
  const tag = await site.tagOf(email);
  await recordMailReport(site.dependencies, { tag, report: 'HARD' });
  await site.mail({ userId, email });
  await site.report(email, 'HARD');
  const headers = await signedIn(site, await userIdOf(site.db, inviterEmail));
  const correct = (to: string) =>
    send(site.app, { method: 'PUT', path: '/v2/account/co-parent/email', headers, body: { email: to } });
  const received = async (to: string) => (await mailsTo(site.sandboxUrl, to)).length;
  // Resent to the suppressed address: held back.
  await send(site.app, { method: 'POST', path: '/v2/account/co-parent/invites', headers });
  await drain(site);
  expect(await received(email)).toBe(2);
  expect((await correct(email)).status, 'the same once more').toBe(200);
  await drain(site);
  expect(await received(email)).toBe(3);
  expect(await recordMailReport(site.dependencies, { tag, report: 'HARD' }), 'of a mail before').toBe(false);
  const right = `right-${userId}@example.com`;
  expect(await site.report(email, 'HARD'), 'of the last mail, just before the correction').toBe(true);
  await correct(right);
  await drain(site);
  expect(await received(right)).toBe(1);
});

test('a concurrent report and correction leave no address suppressed because of an earlier mail', async () => {
  const site = await openReturning();
  for (let round = 0; round < 10; round += 1) {
    const person = await addPerson(site.db);
    await site.mail(person);
    const tag = await site.tagOf(person.email);
    await Promise.all([
      recordMailReport(site.dependencies, { tag, report: 'HARD' }),
      site.db.transaction().execute((trx) => liftBounces({ ...site.dependencies, db: trx }, person)),
    ]);
  }
  expect(await site.suppressed()).toEqual([]);
});
