import { expect, test } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { mailProviders } from '#server/gateways/mail/reports/provider-reports.ts';
import { addPerson } from '../../setup/person.ts';
import { apiHeaderOf, argumentsOf, keyPair, openMailProvider } from '../../setup/providers/mail-provider.ts';
import { openReturning } from '../../setup/returning-site.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { openSite } from '../../setup/site.ts';

const { environment: webhook, signedEvents, path } = openMailProvider();
type Call = { method: 'POST'; url: string; payload: string; headers: Record<string, string> };
const signed = (...events: Parameters<typeof signedEvents>): Call => ({
  method: 'POST',
  url: path,
  ...signedEvents(...events),
});

/** A site whose provider identifies each mail by a header and posts its delivery events. */
async function openProvided() {
  const site = await openReturning(webhook);
  const post = async (call: Call) => (await site.app.inject(call)).statusCode;
  const nameOf = async (to: string) => {
    const [mail] = await mailsTo(site.sandboxUrl, to);
    return argumentsOf(mail?.headers ?? []);
  };
  const mailed = async () => {
    const person = await addPerson(site.db);
    await site.mail(person);
    return { ...person, mail: await nameOf(person.email) };
  };
  return { ...site, post, mailed };
}

test('signed reports of a provider suppress mails; repeated ones count once, as by mail', async () => {
  const site = await openProvided();
  const person = await site.mailed();
  const bounce = { event: 'bounce', type: 'bounce', status: '5.1.1', email: 'somebody@else.example', ...person.mail };
  const call = signed([{ event: 'processed', ...person.mail }, bounce, bounce]);
  expect(await Promise.all([site.post(call), site.post(call)])).toEqual([200, 200]);
  expect(await site.post(signed([bounce]))).toBe(200);
  expect(await site.suppressed()).toEqual([{ userId: person.userId, cause: 'HARD', reports: 1 }]);
  await site.mail(person);
  expect(await mailsTo(site.sandboxUrl, person.email)).toHaveLength(2);
  expect(await site.report(person.email, 'HARD'), 'of another mail').toBe(true);
  await site.mail(person);
  expect(await mailsTo(site.sandboxUrl, person.email)).toHaveLength(2);
  expect(await site.report(person.email, 'HARD'), 'the same by mail').toBe(false);
});

test('O19: the provider rewrites no link, and its own suppression list holds back neither requested mails nor warnings', async () => {
  const site = await openProvided();
  const { email } = await site.mailed();
  const [mail] = await mailsTo(site.sandboxUrl, email);
  const off = { settings: { enable: 0 } };
  expect(apiHeaderOf(mail?.headers ?? [])).toEqual({
    unique_args: { returned_mail: expect.any(String) },
    filters: { clicktrack: off, opentrack: off, subscriptiontrack: off },
  });
  for (const kind of ['awaited', 'security'] as const) {
    const { 'X-SMTPAPI': leaving = '' } = mailProviders.sendgrid.headersOf({ tag: null, kind });
    expect(JSON.parse(leaving), kind).toMatchObject({
      filters: { clicktrack: off, bypass_list_management: { settings: { enable: 1 } } },
    });
  }
});

const events = [
  [{ event: 'spamreport' }, 'COMPLAINT'],
  [{ event: 'dropped', reason: 'Bounced Address' }, 'HARD'],
  [{ event: 'dropped', reason: 'Spam Reporting Address' }, 'COMPLAINT'],
  [{ event: 'bounce', type: 'blocked', status: '5.1.1' }, 'SOFT'],
  [{ event: 'bounce', type: 'bounce', status: '5.7.1' }, 'SOFT'],
  [{ event: 'dropped', reason: 'Recipient List over Package Quota' }, undefined],
  [{ event: 'deferred' }, undefined],
] as const;

test('only provider events about the address suppress mails', async () => {
  const site = await openProvided();
  for (const [event, cause] of events) {
    const { userId, mail } = await site.mailed();
    expect(await site.post(signed([{ ...event, ...mail }]))).toBe(200);
    const row = (await site.suppressed()).find((each) => each.userId === userId);
    expect(row?.cause, JSON.stringify(event)).toBe(cause);
  }
});

test('a report without a valid provider signature is rejected; without a provider there is no endpoint', async () => {
  const site = await openProvided();
  const person = await site.mailed();
  const call = signed([{ event: 'spamreport', ...person.mail }]);
  const { 'x-twilio-email-event-webhook-signature': _left, ...unsigned } = call.headers;
  const forged = [
    signed([{ event: 'spamreport', ...person.mail }], keyPair().privateKey),
    { ...call, payload: `${call.payload} ` },
    { ...call, headers: { ...call.headers, 'x-twilio-email-event-webhook-timestamp': '1' } },
    { ...call, headers: { ...call.headers, 'x-twilio-email-event-webhook-signature': 'x' } },
    { ...call, headers: unsigned },
  ];
  for (const each of forged) expect(await site.post(each)).toBe(403);
  expect(await site.post({ ...call, url: '/api/webhooks/mail/another' })).toBe(404);
  expect(await site.suppressed()).toEqual([]);
  const bare = await openSite();
  expect((await bare.app.inject(call)).statusCode).toBe(404);
  const base = {
    DATABASE_URL: 'postgres://localhost/evenkeel',
    APP_SECRET: 's'.repeat(32),
    BOUNCE_DOMAIN: 'bounces.example',
  };
  expect(() => parseConfig({ ...base, ...webhook, MAIL_WEBHOOK_KEY: 'bm9uZQ==' })).toThrow(/MAIL_WEBHOOK_KEY/);
  expect(() => parseConfig({ ...base, MAIL_WEBHOOK_PROVIDER: 'sendgrid' })).toThrow(/must be set together/);
  expect(() => parseConfig({ ...base, ...webhook, BOUNCE_DOMAIN: '' })).toThrow(/BOUNCE_DOMAIN/);
});

test('a storm of duplicate, concurrent reports is recorded once per mail', async () => {
  const site = await openProvided();
  const people = await Promise.all(Array.from({ length: 8 }, site.mailed));
  const storm = signed(
    people.flatMap(({ mail }) =>
      Array.from({ length: 10 }, (_, index) => ({
        event: 'bounce',
        type: 'bounce',
        status: index % 2 ? '5.1.1' : '5.2.2',
        ...mail,
      })),
    ),
  );
  expect(await Promise.all(Array.from({ length: 4 }, () => site.post(storm)))).toEqual([200, 200, 200, 200]);
  const rows = await site.suppressed();
  expect(rows).toHaveLength(people.length);
  expect(rows.every(({ cause, reports }) => cause === 'HARD' && reports <= 2)).toBe(true);
});
