import { expect, test } from 'vitest';
import type { QueueRow } from '#contract/api/staff-queues.ts';
import { openFamily, payPlan, signedInProfessional } from '../setup/professional.ts';
import { setFault } from '../setup/sandbox.ts';
import { openSite } from '../setup/site.ts';
import { staffHeaders, viewPerson } from '../setup/staff.ts';

test('a professional’s payment in doubt is theirs in the queue and on their page', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
  const parentIds = parents.map(({ userId }) => userId);
  expect((await payPlan(site, professional, familyId, { parentIds })).body.outcome).toBe('CONFIRMING');
  const headers = await staffHeaders(site, ['ADMIN']);
  const queue = await site.app.inject({ url: '/api/v2/staff/queues/payments-in-doubt', headers });
  expect(queue.json<{ rows: QueueRow[] }>().rows).toMatchObject([{ userId: professional.userId }]);
  const { timeline } = await viewPerson(site, headers, professional.userId);
  expect(timeline).toContainEqual(expect.objectContaining({ what: 'Payment unknown', tone: 'error' }));
});
