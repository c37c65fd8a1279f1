import { expect, test } from 'vitest';
import type { QueueRow } from '#contract/api/staff-queues.ts';
import { readyToPay, send } from '../setup/sign-up.ts';
import { openSite } from '../setup/site.ts';
import { staffHeaders } from '../setup/staff.ts';

test('Z5: another request says what was asked last while the first waits, and is a new one after a refusal', async () => {
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
