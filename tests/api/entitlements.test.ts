import { expect, test } from 'vitest';
import { turnOf } from '#server/subscriptions/calendar.ts';
import { askRefund, coParent, home, setRenewal } from '../setup/account-calls.ts';
import { addPerson } from '../setup/person.ts';
import { openFamily, payPlan, signedInProfessional } from '../setup/professional.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { runDue, subscribe, subscriptionOf } from '../setup/subscriber.ts';

const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const open = () =>
  openSite({ environment: { SERVICE_CLIENTS: `calendar:${first},calendar:${second},support:${'c'.repeat(40)}` } });

const ask = ({ app }: TestSite, userId: string, headers: Record<string, string> = {}) =>
  app.inject({
    url: `/api/v3/entitlements/${userId}`,
    headers: { authorization: basic('calendar', first), ...headers },
  });
const entitled = async (site: TestSite, userId: string) => (await ask(site, userId)).json<Record<string, unknown>>();

const records = { records: 1 };
const essentials = {
  messages: 1,
  calendar: 1,
  expenses: 1,
  journal: 1,
  info_bank: 1,
  storage_gb: 1,
  mobile_apps: 1,
  certified_records: 1,
  ...records,
};
const nothing = { plan: null, paidUntil: null };

test('a service asks by its id and a secret that is being changed, and by nothing else', async () => {
  const site = await open();
  const { userId } = await addPerson(site.dependencies.db);
  for (const authorization of [basic('calendar', first), basic('calendar', second)])
    expect((await ask(site, userId, { authorization })).statusCode).toBe(200);
  for (const authorization of [
    basic('support', first),
    basic('calendar', ''),
    basic('calendar', first.slice(1)),
    'Basic %%%',
    `Bearer ${first}`,
    '',
  ]) {
    const { statusCode, headers } = await ask(site, userId, { authorization });
    expect([authorization, statusCode, headers['www-authenticate']]).toEqual([
      authorization,
      401,
      'Basic realm="services", charset="UTF-8"',
    ]);
  }
  expect((await ask(site, '019f0000-0000-7000-8000-000000000001')).json()).toMatchObject({ code: 'NOT_FOUND' });
});

test('whoever has the answer is told so without it, until something in it changes', async () => {
  const site = await open();
  const { userId, subscriptionId } = await subscribe(site);
  const { headers } = await ask(site, userId);
  expect(headers['cache-control']).toBe('private, must-revalidate');
  const known = { 'if-none-match': String(headers.etag) };
  const again = await ask(site, userId, known);
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
  // Who turns the renewal off is entitled to the same.
  await setRenewal(site, userId, subscriptionId, false);
  expect((await ask(site, userId, known)).statusCode).toBe(304);
  await askRefund(site, userId);
  const changed = await ask(site, userId, known);
  expect([changed.statusCode, changed.json()]).toEqual([
    200,
    { user: userId, role: 'PARENT_A', closed: false, ...nothing, entitlements: records },
  ]);
});

test('access ends with the payer’s day and not before, whether or not the end is written down yet', async () => {
  const site = await open();
  const { userId, subscriptionId, periodEnd } = await subscribe(site);
  const { timeZone } = await subscriptionOf(site, { subscriptionId });
  await setRenewal(site, userId, subscriptionId, false);
  const end = turnOf(periodEnd, timeZone);
  site.clock.set(new Date(end.getTime() - 60_000));
  const before = { plan: 'ESSENTIALS', paidUntil: periodEnd, entitlements: essentials };
  expect(await entitled(site, userId)).toMatchObject(before);
  expect((await home(site, userId)).subscription?.includes).toContain('Secure messaging');
  site.clock.set(end);
  const after = { ...nothing, entitlements: records };
  expect(await entitled(site, userId)).toEqual({ user: userId, role: 'PARENT_A', closed: false, ...after });
  expect((await home(site, userId)).subscription?.includes).toEqual([]);
  await runDue(site);
  expect(await entitled(site, userId)).toMatchObject(after);
});

test('people have what their own plan grants, whoever pays; professionals what their role does; closed accounts nothing', async () => {
  const site = await open();
  const { db } = site.dependencies;
  const order = { packageId: 1003, productId: 'SUB1YEAR', services: ['5GB1', 'TONE1'] };
  const built = await subscribe(site, order);
  expect(await entitled(site, built.userId)).toMatchObject({
    plan: 'CYO',
    entitlements: { storage_gb: 5, tone_meter: 1, messages: 1, ...records },
  });
  const both = await subscribe(site, { payForCoparent: true });
  const { userId: other } = await coParent(site, both);
  expect(await entitled(site, other)).toMatchObject({ role: 'PARENT_B', entitlements: essentials });
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const [parent] = parents;
  if (!parent) throw new Error('The family has no parent');
  expect(await entitled(site, parent.userId)).toMatchObject({ ...nothing, entitlements: {} });
  await payPlan(site, professional, familyId, { parentIds: [parent.userId] });
  expect(await entitled(site, parent.userId)).toMatchObject({ plan: 'ESSENTIALS', entitlements: essentials });
  expect(await entitled(site, professional.userId)).toMatchObject({ ...nothing, entitlements: { cases: 1 } });
  await db.updateTable('users').set({ status: 'CLOSED' }).where('id', '=', professional.userId).execute();
  expect(await entitled(site, professional.userId)).toMatchObject({ closed: true, ...nothing, entitlements: {} });
});
