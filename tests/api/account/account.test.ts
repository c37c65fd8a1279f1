import { describe, expect, test } from 'vitest';
import { rememberDevice } from '#server/identity/known-device.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { askToClose, coParent } from '../../setup/account-calls.ts';
import { userIdOf } from '../../setup/person.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  type Subscriber,
  signedIn,
  subscribe,
} from '../../setup/subscriber.ts';

type Family = {
  children: { firstName: string; lastName: string; email: string }[];
  coParent: { firstName: string; mayEdit: boolean; state: string } | null;
};
type Problem = { code: string; validationErrors: { field: string; code: string }[] };

async function get<T>(site: TestSite, { userId }: Subscriber, path: string) {
  return (await send<T>(site.app, { method: 'GET', path, headers: await signedIn(site, userId) })).body;
}

async function put<T>(site: TestSite, { userId }: Subscriber, path: string, body: unknown) {
  return send<T & Problem>(site.app, { method: 'PUT', path, body, headers: await signedIn(site, userId) });
}

async function raw(site: TestSite, { userId }: Subscriber, method: 'GET' | 'POST' | 'DELETE', path: string) {
  return site.app.inject({ method, url: `/api${path}`, headers: await signedIn(site, userId) });
}

test('the account home shows plan, next renewal, co-parent, receipts', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  expect(await get(site, parent, '/v2/account')).toMatchObject({
    firstName: 'Marta',
    subscription: {
      planName: 'Essentials',
      state: 'CURRENT',
      autoRenew: true,
      periodEnd: parent.periodEnd,
      renewal: { amountFormatted: 'US$144.00' },
      heldBy: null,
      paidBy: null,
    },
    coParent: { firstName: 'Joe', state: 'INVITED', invite: { withdrawn: false } },
    receipts: [{ totalFormatted: 'US$144.00', purpose: 'SIGN_UP' }],
    deletion: null,
  });
});

test('a co-parent whose plan is paid for sees its end and payer, but no amount', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  const userId = await userIdOf(site.dependencies.db, payer.coParentEmail);
  const shown = await get<{ subscriptions: unknown[]; receipts: unknown[] }>(
    site,
    { ...payer, userId },
    '/v2/account/billing',
  );
  expect(shown.subscriptions).toMatchObject([
    { paidBy: 'Marta', heldBy: null, renewal: null, periodEnd: payer.periodEnd },
  ]);
  expect(shown.receipts).toEqual([]);
});

describe('children and co-parent', () => {
  test('5.2-1: children are edited by the rules of the sign-up', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const children = [
      { firstName: 'Ana', lastName: 'Ruiz', email: '' },
      { firstName: 'Þórr', lastName: "O'Neil", email: 'thor@example.com' },
    ];
    const saved = await put<Family>(site, parent, '/v2/account/family', { children });
    expect(saved.body.children).toEqual(children);
    const twice = [
      { firstName: 'Ana', lastName: 'Ruiz', email: 'a@example.com' },
      { firstName: 'Ben', lastName: 'Ruiz', email: 'A@example.com' },
    ];
    expect((await put(site, parent, '/v2/account/family', { children: twice })).body.validationErrors).toMatchObject([
      { field: 'children.1.email', code: 'child_email_used' },
    ]);
    expect(
      (await put(site, parent, '/v2/account/family', { children: [{ firstName: 'A', lastName: 'Ruiz' }] })).body
        .validationErrors,
    ).toMatchObject([{ field: 'children.0.firstName' }]);
    expect((await get<Family>(site, parent, '/v2/account/family')).children).toEqual(children);
  });

  test('the co-parent is renamed until they have joined, then never', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    const children = [{ firstName: 'Ana', lastName: 'Ruiz' }];
    const renamed = await put<Family>(site, parent, '/v2/account/family', {
      children,
      coParent: { firstName: 'José', lastName: 'Ruiz' },
    });
    expect(renamed.body.coParent).toMatchObject({ firstName: 'José', mayEdit: true, state: 'INVITED' });
    await site.dependencies.db
      .updateTable('users')
      .set({ status: 'ACTIVE' })
      .where('email', '=', parent.coParentEmail)
      .execute();
    expect((await get<Family>(site, parent, '/v2/account/family')).coParent).toMatchObject({
      state: 'JOINED',
      mayEdit: false,
    });
    const refused = await put(site, parent, '/v2/account/family', {
      children,
      coParent: { firstName: 'Mallory', lastName: 'Ruiz' },
    });
    expect(refused.status).toBe(403);
    expect((await get<Family>(site, parent, '/v2/account/family')).coParent?.firstName).toBe('José');
  });

  test('an account shows only the co-parent’s name and whether they have joined', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    for (const path of ['/v2/account', '/v2/account/billing', '/v2/account/family', '/v2/account/export']) {
      const { body } = await raw(site, parent, 'GET', path);
      const told = path.endsWith('export') ? body.replaceAll(/"signUps"[\s\S]*?\]/g, '') : body;
      expect(told, path).not.toContain(parent.coParentEmail);
    }
  });
});

test('the language of mails and receipts follows the choice', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await drain(site);
  await put(site, parent, '/v2/account/language', { language: 'es' });
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect((await mailsInOrder(site, parent.email)).at(-1)?.text).toContain('Su suscripción a Evenkeel se renovó');
});

test('a consent is withdrawn by a new row; the proof of the earlier one stays', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const before = await get<{ consents: { kind: string; given: boolean; mayChange: boolean }[] }>(
    site,
    parent,
    '/v2/account/consents',
  );
  expect(before.consents.map(({ kind, given, mayChange }) => [kind, given, mayChange])).toEqual([
    ['MARKETING', false, true],
    ['RENEWAL', true, false],
    ['TERMS', true, false],
  ]);
  await put(site, parent, '/v2/account/consents', { kind: 'MARKETING', given: true });
  await put(site, parent, '/v2/account/consents', { kind: 'MARKETING', given: false });
  const rows = await site.dependencies.db
    .selectFrom('consents')
    .select(['given', 'form', 'country', 'language'])
    .where('kind', '=', 'MARKETING')
    .orderBy('recordedAt')
    .execute();
  expect(rows.map(({ given, form }) => [given, form])).toEqual([
    [false, 'payment-review'],
    [true, 'account'],
    [false, 'account'],
  ]);
  expect(rows.every(({ country, language }) => country === 'US' && language === 'en')).toBe(true);
  expect((await put(site, parent, '/v2/account/consents', { kind: 'TERMS', given: false })).status).toBe(400);
});

test('everything about the person is downloaded as one file, without secrets', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const cardHolderName = 'M. Ruiz-Whitfield';
  await submitPayment(site.app, registration, {
    nonce: 'fake-gateway-rejected-fraud-nonce',
    change: { cardHolderName },
  });
  const parent = await subscribe(site, { registration });
  await drain(site);
  const answer = await raw(site, parent, 'GET', '/v2/account/export');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="evenkeel-\d{4}-\d\d-\d\d\.json"$/);
  const everything = answer.json<Record<string, unknown>>();
  expect(everything).toMatchObject({
    person: { firstName: 'Marta', email: parent.email, line1: '12 Lake Street' },
    children: [{ firstName: 'Ana' }],
    orders: [{ totalCents: 14_400 }],
    subscriptions: [{ state: 'CURRENT' }],
    paymentMethods: [{ cardLastFour: '1111' }],
    mailsSent: [{ template: 'receipt' }],
    termsPaid: [{ periodEnd: parent.periodEnd, paidCents: 14_400 }],
    paymentAttempts: [
      {
        state: 'DECLINED',
        amountCents: 14_400,
        declineReason: 'fraud',
        payer: {
          cardholderName: cardHolderName,
          billing: { line1: '12 Lake Street' },
          customer: { firstName: 'Marta' },
        },
      },
      { state: 'APPROVED', declineReason: null },
    ],
  });
  const { token } = await site.dependencies.db.selectFrom('paymentMethods').select('token').executeTakeFirstOrThrow();
  expect(answer.body).not.toContain(token);
  expect(answer.body).not.toMatch(/hash/i);
});

test('P2: a holder’s download reveals neither the payer’s address nor a declined charge', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true, address: { timeZone: 'America/Chicago' } });
  const { userId, subscriptionId } = await coParent(site, payer);
  const { db } = site.dependencies;
  await db.updateTable('subscriptions').set({ declinedOn: '2027-01-02', retryOn: '2027-01-05' }).execute();
  const download = async (id: string) => (await raw(site, { ...payer, userId: id }, 'GET', '/v2/account/export')).body;
  const told = /America\/Chicago|2027-01-0|28800|12 Lake Street/;
  expect(await download(payer.userId)).toMatch(told);
  const other = await download(userId);
  expect(other).toContain(subscriptionId);
  expect(other).not.toMatch(told);
});

describe('closing an account', () => {
  test('it is confirmed by mail, closes after 30 days, and can be cancelled until then', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    const asked = await askToClose(site, parent.userId);
    const closesOn = addDays(parent.periodEnd, 30 - 365);
    expect(asked.body).toEqual({ closesOn });
    expect((await askToClose(site, parent.userId)).body).toEqual({ closesOn });
    await drain(site);
    expect(
      (await mailsInOrder(site, parent.email)).filter(({ subject }) => subject.includes('will be closed')),
    ).toHaveLength(1);
    expect((await raw(site, parent, 'DELETE', '/v2/account/deletion')).json()).toEqual({
      kept: true,
      renewsNoMore: false,
    });
    moveClockTo(site, closesOn, 1);
    await runDue(site);
    expect((await get<{ firstName: string }>(site, parent, '/v2/account')).firstName).toBe('Marta');
  });

  test('T10: on its day: no personal data, no session, no card at the gateway, no renewal; orders stay', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { payForCoparent: true });
    await drain(site);
    const { db } = site.dependencies;
    const deleted: string[] = [];
    const { gateway } = site.jobDependencies;
    const realDelete = gateway.deletePaymentMethod;
    gateway.deletePaymentMethod = (request) => {
      deleted.push(request.token);
      return realDelete(request);
    };
    await askToClose(site, parent.userId);
    moveClockTo(site, parent.periodEnd, 30 - 365);
    const headers = await signedIn(site, parent.userId);
    await rememberDevice(db, { token: null, userId: parent.userId, at: site.clock.now() });
    await runDue(site);
    expect((await send(site.app, { method: 'GET', path: '/v2/account', headers })).status).toBe(401);
    expect(await db.selectFrom('knownDevices').selectAll().execute()).toEqual([]);
    const person = await db.selectFrom('users').selectAll().where('id', '=', parent.userId).executeTakeFirstOrThrow();
    expect(person).toMatchObject({
      status: 'CLOSED',
      firstName: '',
      lastName: '',
      email: '',
      phoneNumber: '',
      line1: null,
      username: null,
      passwordHash: null,
    });
    expect(deleted).toHaveLength(1);
    expect((await mailsInOrder(site, parent.email)).at(-1)?.subject).toBe('Your Evenkeel account is closed');
    expect(await db.selectFrom('orders').select('totalCents').execute()).toEqual([{ totalCents: 28_800 }]);
    const held = await db.selectFrom('subscriptions').select(['state', 'autoRenew']).orderBy('state').execute();
    expect(held).toEqual([
      { state: 'CURRENT', autoRenew: false },
      { state: 'LAPSED', autoRenew: false },
    ]);
    const everywhere = await Promise.all(
      (['users', 'registrations', 'paymentAttempts', 'orders', 'invites', 'analyticsEvents'] as const).map((table) =>
        db
          .selectFrom(table as 'users')
          .selectAll()
          .execute(),
      ),
    );
    expect(JSON.stringify(everywhere)).not.toContain(parent.email);
    expect(JSON.stringify(everywhere)).not.toContain("O'Brien");
  });
});
