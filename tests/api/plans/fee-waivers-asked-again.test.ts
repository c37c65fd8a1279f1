import { expect, test } from 'vitest';
import type { QueueRow } from '#contract/api/staff/staff-queues.ts';
import { days } from '#server/clock.ts';
import { forgetPerson } from '#server/closing/forget-person.ts';
import { lockUser } from '#server/identity/user-repository.ts';
import { expireRegistrations } from '#server/sign-up/registration-repository.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { asked, decide, requestWaiver } from '../../setup/fee-waivers.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { readyToPay, send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { staffHeaders } from '../../setup/staff.ts';
import { drain, moveClockTo, signedIn, subscribe } from '../../setup/subscriber.ts';

test('Z5: a further request replaces what a waiting one said, and is a new one after a refusal', async () => {
  const site = await openSite();
  const { signupId, headers } = await readyToPay(site.app);
  const support = await staffHeaders(site, ['SUPPORT']);
  const ask = async (body: object) => {
    const path = `/v2/registrations/${signupId}/fee-waivers`;
    expect((await send(site.app, { method: 'POST', path, body, headers })).body).toEqual({ outcome: 'ASKED' });
  };
  const stored = () =>
    site.dependencies.db.selectFrom('feeWaivers').select(['reason', 'courtOrder', 'state']).orderBy('id').execute();
  const waiting = async () =>
    (await site.app.inject({ url: '/api/v2/staff/queues/fee-waivers', headers: support })).json<{ rows: QueueRow[] }>()
      .rows;
  await ask({ reason: 'LOW_INCOME' });
  await ask({ reason: 'COURT_ORDER', courtOrder: '24-FA-0815' });
  const latest = { reason: 'COURT_ORDER', courtOrder: '24-FA-0815', state: 'ASKED' };
  expect(await stored()).toEqual([latest]);
  const [row] = await waiting();
  const decision = { action: 'REFUSE_FEE_WAIVER', subject: row?.key, inputs: {}, reason: 'Read the request' };
  const refused = { method: 'POST', url: '/api/v2/staff/actions', headers: support, payload: decision } as const;
  expect((await site.app.inject(refused)).statusCode).toBe(200);
  await ask({ reason: 'LEGAL_AID' });
  expect(await stored()).toEqual([
    { ...latest, state: 'REFUSED' },
    { reason: 'LEGAL_AID', courtOrder: '', state: 'ASKED' },
  ]);
  expect(await waiting()).toHaveLength(1);
});

test('R25: the link in an answer works for its seven days, even if somebody requests a link into the sign-up meanwhile', async () => {
  const site = await openSite();
  const { app } = site;
  const registration = await readyToPay(app);
  await requestWaiver(site, registration);
  const support = await staffHeaders(site, ['SUPPORT']);
  const [row] = await asked(site, support);
  if (!row) throw new Error('No request waits');
  await decide(site, support, row, 'REFUSE');
  await drain(site);
  const [answer] = await mailsTo(site.sandboxUrl, registration.email);
  const token = /resume#token=([\w-]+)/.exec(answer?.links.join(' ') ?? '')?.[1] ?? '';
  site.clock.advance(days(2));
  // Anybody can, for any address.
  await send(app, { method: 'POST', path: '/v2/resume-links', body: { email: registration.email } });
  await drain(site);
  site.clock.advance(days(4));
  await expireRegistrations(site.dependencies.db, site.clock.now());
  const exchange = { method: 'POST', path: '/v2/resume-links/exchange', body: { token } } as const;
  expect((await send<{ signupId: string }>(app, exchange)).body.signupId).toBe(registration.signupId);
});

test('a request for a fee waiver that arrives while its account is being closed is not kept', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await subscribe(site);
  moveClockTo(site, parent.periodEnd, -20);
  const headers = await signedIn(site, parent.userId);
  const body = { reason: 'COURT_ORDER', courtOrder: '24-FA-0815' };
  const { sent } = await db.transaction().execute(async (trx) => {
    await lockUser(trx, parent.userId);
    const answer = send(site.app, { method: 'POST', path: '/v2/account/fee-waivers', headers, body });
    await untilOneWaitsForLock(db);
    await forgetPerson(trx, { userId: parent.userId, at: site.clock.now() });
    return { sent: answer };
  });
  expect((await sent).status).toBe(409);
  expect(await db.selectFrom('feeWaivers').select('id').execute()).toEqual([]);
});
