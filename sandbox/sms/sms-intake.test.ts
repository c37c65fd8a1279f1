import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSmsStore, smsIntake } from './index.ts';

let app: FastifyInstance;
let dataDir: string;

async function open() {
  app = Fastify();
  await app.register(smsIntake, { store: openSmsStore({ dataDir }), authToken: 'token' });
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sms-'));
  await open();
});

afterEach(() => app.close());

function send({ authorization = `Basic ${btoa('AC1:token')}`, ...fields }: Record<string, string>) {
  return app.inject({
    method: 'POST',
    url: '/2010-04-01/Accounts/AC1/Messages.json',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
    payload: new URLSearchParams({
      To: '+16125550142',
      From: '+15005550006',
      Body: 'Code 123456',
      ...fields,
    }).toString(),
  });
}

test('a message is accepted as queued and can be read', async () => {
  const answer = await send({});
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({ status: 'queued', account_sid: 'AC1', to: '+16125550142', error_code: null });
  expect(answer.json().sid).toMatch(/^SM[\da-f]{32}$/);
  const { messages } = (await app.inject({ url: '/sms/messages?to=%2B16125550142' })).json();
  expect(messages).toMatchObject([{ body: 'Code 123456' }]);
});

test.each([`Basic ${btoa('AC1:wrong')}`, `Basic ${btoa('AC2:token')}`, 'Bearer token', ''])(
  'credentials %j are refused with 20003',
  async (authorization) => {
    const answer = await send({ authorization });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 20003]);
  },
);

test.each([
  [{ To: '+15005550001' }, 400, 21211],
  [{ To: 'abc' }, 400, 21211],
  [{ To: '' }, 400, 21604],
  [{ Body: '' }, 400, 21602],
  [{ Body: 'x'.repeat(1601) }, 400, 21617],
  [{ To: '+15005550004' }, 400, 21610],
  [{ To: '+15005550009' }, 400, 21614],
  [{ From: '+15005550007' }, 400, 21660],
  [{ From: '5005550006' }, 400, 21659],
  [{ To: '+15005550010' }, 400, 21635],
  [{ To: '+15005550429' }, 429, 20429],
])('%j is answered with %i and code %i', async (fields, status, code) => {
  const answer = await send(fields as Record<string, string>);
  expect([answer.statusCode, answer.json().code, answer.json().status]).toEqual([status, code, status]);
});

test('SEC8: the page shows a message as text, and says when there is none', async () => {
  expect((await app.inject('/sms')).body).toContain('No text message yet');
  await send({ Body: '<b>1</b>' });
  expect((await app.inject('/sms')).body).toContain('&lt;b&gt;1&lt;/b&gt;');
});

test('a restart loses no message and restores no deleted one', async () => {
  await send({ Body: 'gone' });
  await app.inject({ method: 'DELETE', url: '/sms/messages' });
  await send({ Body: 'kept' });
  await app.close();
  await open();
  expect((await app.inject('/sms/messages')).json().messages).toMatchObject([{ body: 'kept' }]);
});
