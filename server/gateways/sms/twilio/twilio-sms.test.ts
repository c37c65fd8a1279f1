import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSmsStore, smsIntake, type SmsStore } from '#sandbox/sms/index.ts';
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
  options = { baseUrl: `http://127.0.0.1:${port}`, accountSid: 'AC1', authToken: 'token', from: '+15005550006' };
});

afterEach(() => app.close());

const message = { to: '+16125550142', body: 'Your code is 123456 & <b>ñ 李</b> +=' };

test('a message arrives with its text unchanged', async () => {
  const outcome = await createTwilioSms(options).send(message);
  const [arrived] = store.list({ to: '+16125550142' });
  expect(arrived).toMatchObject({ ...message, from: '+15005550006' });
  expect(outcome).toEqual({ outcome: 'sent', providerMessageId: arrived?.sid });
});

test.each([
  ['+15005550001', { outcome: 'refused', cause: 'number_invalid' }],
  ['+15005550002', { outcome: 'refused', cause: 'number_unreachable' }],
  ['+15005550003', { outcome: 'refused', cause: 'number_unreachable' }],
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
  ['a full queue', { from: '+15005550008' }, { outcome: 'retry', cause: 'provider_busy' }],
])('%s is not the recipient’s fault', async (_name, change, outcome) => {
  expect(await createTwilioSms({ ...options, ...change }).send(message)).toEqual(outcome);
});

test.each([
  ['garbage', 'provider_busy', {}],
  ['cut', 'connection', {}],
  ['slow', 'timeout', { timeoutMs: 300 }],
])('PAY10 an answer that is %s may be tried again', async (path, cause, timeout) => {
  const gateway = createTwilioSms({ ...options, ...timeout, baseUrl: `${options.baseUrl}/${path}` });
  expect(await gateway.send(message)).toEqual({ outcome: 'retry', cause });
});

test('an empty text is refused', async () => {
  expect(await createTwilioSms(options).send({ ...message, body: '' })).toEqual({
    outcome: 'refused',
    cause: 'message_refused',
  });
});
