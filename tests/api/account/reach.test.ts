import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Reach } from '#contract/account/reach.ts';
import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import { m } from '#messages/messages.js';
import { forgetPerson } from '#server/closing/forget-person.ts';
import { enqueue } from '#server/db/job-queue.ts';
import type { Mail } from '#server/gateways/mail/port.ts';
import { leavingAlways } from '#server/gateways/mail/port.ts';
import type { TextMessage } from '#server/gateways/sms/port.ts';
import { writeReach } from '#server/identity/reach.ts';
import { Postponed } from '#server/jobs/failed-attempt.ts';
import { deliverMail } from '#server/jobs/mail/deliver-mail.ts';
import { deliverText } from '#server/jobs/mail/deliver-text.ts';
import type { MailTemplate } from '#server/mail-templates/mail-document.ts';
import { mailTemplates } from '../../setup/mail-templates.ts';
import { addPerson, signInAs } from '../../setup/person.ts';
import { eventually } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

const alwaysLeaving = mailTemplates.filter(({ kind }) => leavingAlways.has(kind)).map(({ name }) => name);
const templateOf = ({ messageId }: Mail) => messageId.split(/[.@]/)[1];

/** Somebody with these preferences, and all messages to them. */
async function readerWith(reach: Partial<Reach>) {
  const site = await openSite();
  const { db } = site.dependencies;
  const person = await addPerson(db);
  await writeReach(db, { userId: person.userId, reach: { ...unrestrictedReach, ...reach }, at: site.clock.now() });
  const mails: Mail[] = [];
  const texts: TextMessage[] = [];
  const dependencies = {
    ...site.jobDependencies,
    mail: {
      send: async (mail: Mail) => {
        mails.push(mail);
        return { outcome: 'sent' as const };
      },
      close: async () => undefined,
    },
    sms: {
      send: async (text: TextMessage) => {
        texts.push(text);
        return { outcome: 'sent' as const, providerId: 'SM1' };
      },
      readReport: () => null,
    },
  };
  const reader = { id: person.userId, email: person.email, language: 'en', country: 'US' } as const;
  const mailOf = (template: MailTemplate<object>) =>
    deliverMail(dependencies, reader, { dedupeKey: `sample.${template.name}`, template, props: template.sample });
  const textOf = (isAwaited: boolean) =>
    deliverText(dependencies, {
      reader,
      to: { phoneCountryCode: '+1', phoneNumber: '2025550142' },
      secret: '123456',
      body: ({ brand }) => `${brand}: 123456`,
      locale: 'en',
      isAwaited,
      kind: 'phone-code',
      about: `sample.${isAwaited}`,
    });
  return { ...site, db, person, mails, texts, mailOf, textOf };
}

/** An hour other than the current one. */
function anotherHour(now: Date): Reach['hours'] {
  const hour = (now.getUTCHours() + 6) % 24;
  return { from: hour, until: (hour + 1) % 24, timeZone: 'UTC' };
}

test('a channel that is off is not used, except by mails that always leave, once there is an account', async () => {
  const { mails, texts, mailOf, textOf, db, person } = await readerWith({ mail: false, text: false });
  await db.updateTable('users').set({ status: 'CREDENTIALS_NEEDED' }).where('id', '=', person.userId).execute();
  for (const template of mailTemplates) await mailOf(template);
  await textOf(true);
  expect([...mails, ...texts]).toEqual([]);
  await db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', person.userId).execute();
  for (const template of mailTemplates) await mailOf(template);
  await textOf(true);
  expect(mails.map(templateOf).toSorted()).toEqual(alwaysLeaving.toSorted());
  expect(mails.every(({ isNeutral }) => isNeutral)).toBe(true);
  expect(texts).toEqual([]);
});

test('with neutral contact, subjects, previews and texts do not reveal their topic', async () => {
  const { mails, texts, mailOf, textOf } = await readerWith({ neutral: true });
  for (const template of mailTemplates) await mailOf(template);
  await textOf(true);
  const subject = m.reach_neutral_subject({}, { locale: 'en' });
  expect(mails.map((mail) => [mail.subject, mail.isNeutral])).toEqual(mailTemplates.map(() => [subject, true]));
  for (const { html } of mails)
    expect(/<div style="[^"]*display:none[^"]*"[^>]*>([^<]*)/.exec(html)?.[1]).toBe(subject);
  expect(texts.map(({ body }) => body)).toEqual(['Your message: 123456']);
});

test('outside contact hours only warnings and just-requested messages are sent; all others wait', async () => {
  const { mails, clock, mailOf, textOf, db, person } = await readerWith({});
  const hours = anotherHour(clock.now());
  await writeReach(db, { userId: person.userId, reach: { ...unrestrictedReach, hours }, at: clock.now() });
  for (const template of mailTemplates)
    await mailOf(template).catch((error: Postponed) => {
      expect(error).toBeInstanceOf(Postponed);
      expect(error.until.getUTCHours()).toBe(hours?.from);
    });
  expect(mails.map(templateOf).toSorted()).toEqual(alwaysLeaving.toSorted());
  await textOf(true);
  await expect(textOf(false)).rejects.toThrow(Postponed);
});

test('every mail and text passes the contact preference check', () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const senders = globSync('server/**/*.ts', { cwd: root })
    // The test message of the checks before going live goes to the address that the operator names.
    .filter((file) => !/\.test\.ts$|gateways\/|server\/go-live\//.test(file))
    .filter((file) => /\b(?:mail|sms)\.send\(/.test(readFileSync(path.join(root, file), 'utf8')));
  expect(senders.toSorted()).toEqual(['server/jobs/mail/deliver-mail.ts', 'server/jobs/mail/deliver-text.ts']);
  for (const file of senders) expect(readFileSync(path.join(root, file), 'utf8')).toContain('await requireReachable(');
});

test('R47: a job whose message must wait is requeued once for that hour, even if it was queued twice, and is not a failure', async () => {
  const { dependencies, clock, startJobs, logged } = await openSite();
  const person = await addPerson(dependencies.db);
  const hours = anotherHour(clock.now());
  await writeReach(dependencies.db, { userId: person.userId, reach: { ...unrestrictedReach, hours }, at: clock.now() });
  for (const key of ['first', 'second'])
    await enqueue(dependencies.db, {
      name: 'send-credentials-reminder',
      payload: { userId: person.userId, day: 1 },
      key,
    });
  const jobs = await startJobs();
  const queued = () =>
    sql<{ attempts: number; hour: number }>`
      select attempts, extract(hour from run_at at time zone 'UTC')::int as hour
      from graphile_worker.jobs where task_identifier = 'send-credentials-reminder'`.execute(dependencies.db);
  const isWaiting = ({ attempts, hour }: { attempts: number; hour: number }) => attempts === 0 && hour === hours?.from;
  const { rows } = await eventually(queued, (found) => found.rows.every(isWaiting));
  await jobs.stop();
  expect(rows).toHaveLength(1);
  expect(logged.join('\n')).not.toContain('job failed');
});

test('contact preferences are changed by their owner after a fresh proof, exported, and erased on closing', async () => {
  const { app, dependencies, clock } = await openSite();
  const { db } = dependencies;
  const person = await addPerson(db);
  const { headers } = await signInAs(app, person);
  const call = <Answer>(method: 'GET' | 'PUT', body?: object) =>
    send<Answer>(app, { method, path: '/v2/account/reach', headers, ...(body ? { body } : {}) });
  expect((await call('GET')).body).toEqual(unrestrictedReach);
  const options: Reach = {
    mail: true,
    text: false,
    call: false,
    hours: { from: 22, until: 6, timeZone: 'America/Chicago' },
    neutral: true,
  };
  expect((await call('PUT', options)).body).toEqual(options);
  expect((await call('GET')).body).toEqual(options);
  const exported = await send<object>(app, { method: 'GET', path: '/v2/account/export', headers });
  expect(JSON.stringify(exported.body)).toContain('"fromHour":22');
  clock.advance(11 * 60_000);
  expect((await call<{ code: string }>('PUT', unrestrictedReach)).body.code).toBe('FRESH_SIGN_IN_NEEDED');
  await db.transaction().execute((trx) => forgetPerson(trx, { userId: person.userId, at: clock.now() }));
  expect(await db.selectFrom('reach').selectAll().execute()).toEqual([]);
});
