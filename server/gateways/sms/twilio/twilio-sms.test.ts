import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openSmsStore, type SmsStore, smsIntake } from '#sandbox/sms/index.ts';
import { createTwilioSms, type TwilioOptions } from './twilio-sms.ts';

let store: SmsStore;
let app: FastifyInstance;
let options: TwilioOptions;

beforeEach(async () => {
  store = openSmsStore({ dataDir: null });
  app = Fastify();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  await app.register(smsIntake, { store, authToken: 'token' });
  app.post('/garbage/2010-04-01/Accounts/AC1/Messages.json', (_request, reply) =>
    reply.type('text/html').send('<h1>Bad gateway</h1>'),
  );
  app.post('/cut/2010-04-01/Accounts/AC1/Messages.json', (request) => request.raw.socket.destroy());
  app.post('/slow/2010-04-01/Accounts/AC1/Messages.json', async () => wait(1_000, {}, { ref: false }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  options = {
    baseUrl: `http://127.0.0.1:${port}`,
    accountSid: 'AC1',
    authToken: 'token',
    from: '+15005550006',
    reportsTo: '',
  };
});

afterEach(() => app.close());

const message = { to: '+16125550142', body: 'Your code is 123456 & <b>ñ 李</b> +=' };

test('a message arrives with its text unchanged', async () => {
  const outcome = await createTwilioSms(options).send(message);
  const [arrived] = store.list({ to: '+16125550142' });
  expect(arrived).toMatchObject({ ...message, from: '+15005550006' });
  expect(outcome).toEqual({ outcome: 'sent', providerId: arrived?.sid });
});

test.each([
  ['+15005550001', { outcome: 'refused', cause: 'number_invalid' }],
  ['+15005550002', { outcome: 'refused', cause: 'number_unreachable' }],
  ['+15005550003', { outcome: 'retry', cause: 'authentication' }],
  ['+15005550004', { outcome: 'refused', cause: 'recipient_opted_out' }],
  ['+15005550009', { outcome: 'refused', cause: 'number_not_mobile' }],
  ['6125550142', { outcome: 'refused', cause: 'number_invalid' }],
  ['+15005550429', { outcome: 'retry', cause: 'provider_busy' }],
  ['+15005550503', { outcome: 'retry', cause: 'provider_busy' }],
])('a message to %s: %j', async (to, outcome) => {
  expect(await createTwilioSms(options).send({ ...message, to })).toEqual(outcome);
  expect(store.list({ to: null })).toEqual([]);
});

test.each([
  ['a wrong token', { authToken: 'wrong' }, { outcome: 'retry', cause: 'authentication' }],
  ['a sender that is not ours', { from: '+15005550007' }, { outcome: 'retry', cause: 'authentication' }],
  ['O18: a messaging service that is not ours', { from: 'MG0' }, { outcome: 'retry', cause: 'authentication' }],
  ['a full queue', { from: '+15005550008' }, { outcome: 'retry', cause: 'provider_busy' }],
])('%s is not the recipient’s fault', async (_name, change, outcome) => {
  expect(await createTwilioSms({ ...options, ...change }).send(message)).toEqual(outcome);
});

test.each([
  ['garbage', 'provider_busy', {}],
  ['cut', 'connection', {}],
  ['slow', 'timeout', { timeoutMs: 300 }],
])('PAY10 a response that is %s is retryable', async (path, cause, timeout) => {
  const gateway = createTwilioSms({ ...options, ...timeout, baseUrl: `${options.baseUrl}/${path}` });
  expect(await gateway.send(message)).toEqual({ outcome: 'retry', cause });
});

test('O18: a landline is not a mobile number, and a country that is switched off is our own configuration', async () => {
  const send = (to: string) => createTwilioSms(options).send({ ...message, to });
  expect(await send('+15005550010')).toEqual({ outcome: 'refused', cause: 'number_not_mobile' });
  expect(await send('+15005550003')).toEqual({ outcome: 'retry', cause: 'authentication' });
});

test.each([
  ['+15005550006 +44=Evenkeel +52=+525512345678', '+447400123456', { from: 'Evenkeel' }],
  ['+15005550006 +44=Evenkeel +52=+525512345678', '+525512345679', { from: '+525512345678' }],
  ['+15005550006 +44=Evenkeel +52=+525512345678', '+16125550142', { from: '+15005550006' }],
  [`MG${'1'.repeat(32)}`, '+447400123456', { from: `MG${'1'.repeat(32)}` }],
])('O18: of %s, the sender for %s is that of its country', async (from, to, sender) => {
  expect(await createTwilioSms({ ...options, from }).send({ ...message, to })).toMatchObject({ outcome: 'sent' });
  expect(store.list({ to })).toMatchObject([sender]);
});

test('an empty text is refused', async () => {
  expect(await createTwilioSms(options).send({ ...message, body: '' })).toEqual({
    outcome: 'refused',
    cause: 'message_refused',
  });
});

test('O18: the delivery of a text is known from a report that Twilio signed, and from no other', async () => {
  const reported: { signature: string; form: Record<string, string> }[] = [];
  const site = createServer((request, response) => {
    void text(request).then((body) => {
      const form = Object.fromEntries(new URLSearchParams(body));
      reported.push({ signature: String(request.headers['x-twilio-signature']), form });
      response.end();
    });
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void site.close());
  const reportsTo = `http://127.0.0.1:${(site.address() as AddressInfo).port}/reports`;
  const sms = createTwilioSms({ ...options, reportsTo });
  const fatesOf = async (to: string) => {
    reported.length = 0;
    await sms.send({ ...message, to });
    await expect.poll(() => reported.length).toBe(2);
    return reported.map((call) => sms.readReport(call));
  };
  const sid = expect.stringMatching(/^SM/);
  expect(await fatesOf('+16125550142')).toEqual(['none', { providerId: sid, fate: 'DELIVERED' }]);
  expect(await fatesOf('+15005550011')).toEqual(['none', { providerId: sid, fate: 'UNDELIVERED' }]);
  for (const { signature, form } of reported) {
    expect(sms.readReport({ signature, form: { ...form, MessageStatus: 'delivered' } })).toBeNull();
    expect(sms.readReport({ signature: '', form })).toBeNull();
  }
});
