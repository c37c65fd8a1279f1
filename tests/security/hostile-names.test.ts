import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventually, mailsTo } from '../setup/sandbox.ts';
import { addressInMinnesota, parentOf, readyToPay, send, submitPayment } from '../setup/sign-up.ts';
import { openSite } from '../setup/site.ts';

/** Whether it is accepted; the others exceed the length of a name. */
const hostile = [
  ['<b>Ana</b>', true],
  ['<img src=x onerror=alert(1)>', false],
  ['{{7*7}}', true],
  ['${7*7}', true],
  ['=cmd', true],
  ['+SUM(A1)', true],
  ['"><script>alert(1)</script>', false],
] as const;

test.each(hostile)(
  'SEC8: %s as a name is refused by its field, or is literal text in every mail',
  async (name, isAccepted) => {
    const site = await openSite();
    await site.startJobs();
    const email = `hostile-${randomUUID()}@example.com`;
    const parent = { ...parentOf(email), firstName: name, phoneNumber: '2025550177' };
    const created = await send<{ signupId: string; registrationKey: string; validationErrors: { field: string }[] }>(
      site.app,
      {
        method: 'POST',
        path: '/v2/registrations',
        body: { parent, knowsCoParentEmail: true, referral: { selection: 'SEARCH' } },
      },
    );
    if (!isAccepted) {
      expect(created.status).toBe(400);
      expect(created.body.validationErrors.map(({ field }) => field)).toContain('parent.firstName');
      return;
    }
    expect(created.status).toBe(201);
    const { signupId, registrationKey } = created.body;
    const headers = { 'x-registration-key': registrationKey };
    const coParentEmail = `other-${randomUUID()}@example.com`;
    const family = {
      coParent: { firstName: name, lastName: 'Ruiz', email: coParentEmail },
      children: [{ firstName: 'Ana', lastName: 'Ruiz' }],
    };
    expect(
      (await send(site.app, { method: 'PUT', path: `/v2/registrations/${signupId}/family`, body: family, headers }))
        .status,
    ).toBe(200);
    const billing = {
      parent: { ...parent, timeZone: 'America/Chicago' },
      address: addressInMinnesota,
      sections: ['PARENT', 'ADDRESS'],
    };
    expect(
      (await send(site.app, { method: 'PUT', path: `/v2/registrations/${signupId}`, body: billing, headers })).status,
    ).toBe(200);
    expect((await submitPayment(site.app, { signupId, headers, email, coParentEmail })).body.outcome).toBe('PAID');
    const [receipt] = await eventually(
      () => mailsTo(site.sandboxUrl, email),
      (seen) => seen.length > 0,
      15_000,
    );
    const [invite] = await eventually(
      () => mailsTo(site.sandboxUrl, coParentEmail),
      (seen) => seen.length > 0,
      15_000,
    );
    for (const mail of [receipt, invite]) {
      const raw = (await (await fetch(`${site.sandboxUrl}/inbox/messages/${mail?.id}`)).json()) as {
        html: string;
        text: string;
        subject: string;
        headers: { name: string }[];
      };
      expect(raw.text).toContain(name);
      expect(`${raw.text}${raw.html}${raw.subject}`).not.toMatch(/\b49\b/);
      expect(raw.html).not.toMatch(/<b>Ana|<img src=x|<script>alert/);
    }
  },
);

test('SEC11: members that nobody asked for (role, price, state, __proto__) change nothing', async () => {
  const { app, dependencies } = await openSite();
  const extra = { role: 'ADMIN', state: 'PAID', price: 1, userId: randomUUID(), discount: 100, isAdmin: true };
  const registration = await readyToPay(app, { extra: { ...extra, discountPercentage: undefined } });
  const path = `/api/v2/registrations/${registration.signupId}/prices`;
  const body = `{"orderDetail":{"packageId":1001,"productId":null,"services":[],"price":1,"priceCents":1},"total":1,"payForCoparent":false,"paymentCodes":[],"role":"ADMIN"}`;
  const headers = { ...registration.headers, 'content-type': 'application/json' };
  const plain = await app.inject({ method: 'POST', url: path, payload: body, headers });
  expect(plain.json().totals.total).toBeGreaterThan(1_000);
  for (const polluted of [
    `{"__proto__":{"isAdmin":true,"price":1},${body.slice(1)}`,
    `{"constructor":{"prototype":{"isAdmin":true}},${body.slice(1)}`,
  ]) {
    const answer = await app.inject({ method: 'POST', url: path, payload: polluted, headers });
    expect([200, 400]).toContain(answer.statusCode);
    if (answer.statusCode === 200) expect(answer.json().totals.total).toBe(plain.json().totals.total);
  }
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  expect(
    (await submitPayment(app, registration, { change: { amount: 1, role: 'ADMIN' } })).body.receipt.totals.total,
  ).toBe(plain.json().totals.total);
  const [user] = await dependencies.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', registration.email)
    .execute();
  expect(user).toMatchObject({ role: 'PARENT_A', status: 'CREDENTIALS_NEEDED' });
  expect(user?.id).not.toBe(extra.userId);
});

test('SEC12: a forged Host or X-Forwarded-Host is in no link, redirect or cookie', async () => {
  const site = await openSite({ pages: true });
  await site.startJobs();
  const forged = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  };
  for (const url of ['/', '/app/join/signup', '/app/join/payment', '/api/openapi.json']) {
    const answer = await site.app.inject({ url, headers: forged });
    expect(`${answer.body}${JSON.stringify(answer.headers)}`).not.toContain('evil.example');
  }
  const registration = await readyToPay(site.app, { headers: forged });
  expect(
    (await submitPayment(site.app, { ...registration, headers: { ...registration.headers, ...forged } })).body.outcome,
  ).toBe('PAID');
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, registration.coParentEmail),
    (seen) => seen.length > 0,
    15_000,
  );
  const links = mails.flatMap((mail) => mail.links);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => new URL(link).origin !== 'http://localhost:3000')).toEqual([]);
});
