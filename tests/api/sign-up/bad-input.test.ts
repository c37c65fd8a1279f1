import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { expireRegistrationsJob } from '#server/jobs/expire-registrations.ts';
import { inviteCoParent, priceFor, saveBilling, saveDetails } from '../../setup/invited.ts';
import {
  addressInMinnesota,
  parentOf,
  paymentBody,
  price,
  readyToPay,
  send,
  submitPayment,
} from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

const hostile: Record<string, unknown> = {
  'ten thousand letters': 'x'.repeat(10_001),
  'an empty text': '',
  'spaces alone': '   ',
  NUL: 'Ma\u0000rta',
  'half a surrogate': 'Ma\ud800rta',
  'a number': 7,
  'an array': ['Marta'],
  'an object': { $gt: '' },
  null: null,
  'right-to-left override with NUL': '\u202e\u0000',
};

const family = () => ({
  coParent: {
    firstName: 'Joe',
    lastName: 'Ruiz',
    email: `joe-${randomUUID()}@example.com`,
    phoneCountryCode: '+1',
    phoneNumber: '',
  },
  children: [{ firstName: 'Ana', lastName: 'Ruiz', email: '' }],
});
const details = () => ({
  parent: parentOf(`bad-${randomUUID()}@example.com`),
  knowsCoParentEmail: true,
  referral: { selection: 'OTHER', other: 'A friend' },
});

/** Every text in a body, by its dotted path. */
function textPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => textPaths(member, [...path, key]));
}

function withValue(body: object, path: readonly string[], value: unknown): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  let target = copy;
  for (const key of path.slice(0, -1)) target = target[key] as Record<string, unknown>;
  target[path.at(-1) ?? ''] = value;
  return copy;
}

type Target = {
  name: string;
  method: 'POST' | 'PUT';
  path: string;
  body: object;
  headers: Record<string, string>;
  optional: RegExp;
};

async function targetsOf({ app }: TestSite): Promise<Target[]> {
  const registration = await readyToPay(app);
  const { signupId, headers } = registration;
  const quote = await price(app, registration);
  const billing = {
    parent: { ...parentOf(registration.email), timeZone: 'America/Chicago' },
    address: addressInMinnesota,
    sections: ['PARENT', 'ADDRESS'],
  };
  return [
    { name: 'step 1', method: 'POST', path: '/v2/registrations', body: details(), headers: {}, optional: /never/ },
    {
      name: 'step 2',
      method: 'PUT',
      path: `/v2/registrations/${signupId}/family`,
      body: family(),
      headers,
      optional: /children\.0\.email|coParent\.phoneNumber/,
    },
    {
      name: 'billing',
      method: 'PUT',
      path: `/v2/registrations/${signupId}`,
      body: billing,
      headers,
      optional: /line2/,
    },
    {
      name: 'prices',
      method: 'POST',
      path: `/v2/registrations/${signupId}/prices`,
      body: {
        orderDetail: { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1'] },
        paymentCodes: ['WELCOME10'],
      },
      headers,
      optional: /paymentCodes/,
    },
    {
      name: 'payment',
      method: 'POST',
      path: `/v2/registrations/${signupId}/payments`,
      body: paymentBody(quote),
      headers: { ...headers, 'idempotency-key': randomUUID() },
      optional: /pricingLocale|cardHolderName/,
    },
  ];
}

test('8-22: every text field of every call rejects hostile input, and never with a server error', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const targets = await targetsOf(site);
  const before = await site.dependencies.db.selectFrom('registrations').selectAll().orderBy('id').execute();
  for (const target of targets) {
    for (const path of textPaths(target.body)) {
      for (const [kind, value] of Object.entries(hostile)) {
        const optional = target.optional.test(path.join('.'));
        if (optional && (value === '' || value === '   ' || value === null)) continue;
        const answer = await send<{ code: string; validationErrors: { field: string; text: string }[] }>(site.app, {
          ...target,
          body: withValue(target.body, path, value),
        });
        const label = `${target.name}: ${path.join('.')} = ${kind}`;
        expect([400, 402, 404, 409, 413, 422], `${label} answered ${answer.status}`).toContain(answer.status);
        if (answer.status === 400 && answer.body.code === 'VALIDATION')
          expect(answer.body.validationErrors.length, label).toBeGreaterThan(0);
      }
    }
  }
  const after = await site.dependencies.db.selectFrom('registrations').selectAll().orderBy('id').execute();
  expect(after).toEqual(before);
}, 60_000);

describe('SEC9: bodies that are too large or unreadable', () => {
  test.each([
    ['one megabyte', JSON.stringify({ parent: { firstName: 'x'.repeat(1_000_000) } }), 413],
    ['half a JSON text', '{"parent":', 400],
    ['nothing', '', 400],
    ['an array', '[]', 400],
    ['a text', '"hello"', 400],
    ['a prototype', '{"__proto__":{"admin":true}}', 400],
  ])('%s is refused and nothing is stored', async (_name, payload, status) => {
    const { app, dependencies } = await openSite();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v2/registrations',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().code).not.toBe('UNEXPECTED');
    expect(await dependencies.db.selectFrom('registrations').select('id').execute()).toEqual([]);
  });
});

test('SEC9: real names stay as they are: O’Brien-Þórsson, 李 小龙, emoji', async () => {
  const { app, dependencies } = await openSite();
  for (const [typed, kept] of [
    ['  O’Brien-Þórsson ', "O'Brien-Þórsson"],
    ['李小', '李小'],
    ['עדי', 'עדי'],
    ['Zoë 🙂', 'Zoë 🙂'],
    ['<b>Ana</b>', '<b>Ana</b>'],
    ['{{7*7}}', '{{7*7}}'],
  ]) {
    const body = details();
    const answer = await send<{ signupId: string }>(app, {
      method: 'POST',
      path: '/v2/registrations',
      body: { ...body, parent: { ...body.parent, lastName: typed } },
    });
    expect(answer.status, typed).toBe(201);
    const { parent } = await dependencies.db
      .selectFrom('registrations')
      .select('parent')
      .where('id', '=', answer.body.signupId)
      .executeTakeFirstOrThrow();
    expect(parent.lastName).toBe(kept);
  }
});

test.each([
  ['forged', () => ({ 'x-registration-key': 'A'.repeat(43) })],
  ['missing', () => ({})],
  ['malformed', () => ({ 'x-registration-key': "' or 1=1 --" })],
])('8-21: a %s registration key returns the registration-expired error', async (_name, headers) => {
  const { app } = await openSite();
  const registration = await readyToPay(app);
  const answer = await send<{ code: string }>(app, {
    method: 'PUT',
    path: `/v2/registrations/${registration.signupId}/family`,
    body: family(),
    headers: headers(),
  });
  expect(answer.status).toBe(410);
  expect(answer.body.code).toBe('REGISTRATION_EXPIRED');
});

test('SEC9: an unknown time zone is accepted by no address, and does not prevent a price', async () => {
  const site = await openSite();
  const { app } = site;
  const parent = { ...parentOf(`zone-${randomUUID()}@example.com`), timeZone: 'Mars/Olympus' };
  const created = await send<{ signupId: string; registrationKey: string }>(app, {
    method: 'POST',
    path: '/v2/registrations',
    body: { parent, knowsCoParentEmail: true, referral: { selection: 'SEARCH' } },
  });
  const { signupId, registrationKey } = created.body;
  const headers = { 'x-registration-key': registrationKey };
  const put = (body: object) =>
    send(app, { method: 'PUT', path: `/v2/registrations/${signupId}`, body: { parent, ...body }, headers });
  expect((await put({ sections: ['PARENT'] })).status).toBe(200);
  expect((await put({ sections: ['ADDRESS'], address: addressInMinnesota })).status).toBe(400);
  const own = { signupId, headers, email: parent.email, coParentEmail: '' };
  expect((await price(app, own)).totals.total).toBe(14_400);

  const invited = await inviteCoParent(site);
  expect((await saveDetails(app, invited, { parent: { timeZone: 'Mars/Olympus' } })).status).toBe(200);
  expect((await saveBilling(app, invited, addressInMinnesota, 'Mars/Olympus')).status).toBe(400);
  expect((await priceFor(app, invited)).status).toBe(200);
});

test('4.2-10: a registration expires two hours after its last save, and its input is erased', async () => {
  const { app, clock, jobDependencies, dependencies } = await openSite();
  const registration = await readyToPay(app);
  const quote = await price(app, registration);
  clock.advance(121 * 60_000);
  const answer = await submitPayment(app, registration, { quote });
  expect(answer.status).toBe(410);
  await expireRegistrationsJob.run(jobDependencies, {});
  const row = await dependencies.db.selectFrom('registrations').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(registration.email);
  expect(row.family).toBeNull();
});

test('SEC10: one person’s key opens nothing of another', async () => {
  const { app } = await openSite();
  const [mine, other] = [await readyToPay(app), await readyToPay(app)];
  for (const path of ['payment', 'coupons']) {
    const answer = await send<{ code: string }>(app, {
      method: 'GET',
      path: `/v2/registrations/${other.signupId}/${path}`,
      headers: mine.headers,
    });
    expect(answer.body.code).toBe('REGISTRATION_EXPIRED');
  }
});

test('SEC4: a write from another site, or hidden in a form, is refused without effect', async () => {
  const { app, dependencies } = await openSite();
  const attempts: Record<string, string>[] = [
    { origin: 'https://evil.example', 'content-type': 'application/json' },
    { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
    { cookie: 'session=abc', 'content-type': 'application/json' },
  ];
  for (const headers of attempts) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v2/registrations',
      headers,
      payload: JSON.stringify(details()),
    });
    expect(answer.statusCode).toBe(403);
  }
  const plain = await app.inject({
    method: 'POST',
    url: '/api/v2/registrations',
    headers: { 'content-type': 'text/plain' },
    payload: JSON.stringify(details()),
  });
  expect(plain.statusCode).toBeGreaterThanOrEqual(400);
  expect(await dependencies.db.selectFrom('registrations').select('id').execute()).toEqual([]);
});
