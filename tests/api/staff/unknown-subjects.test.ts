import { expect, test } from 'vitest';
import { funnelNames } from '#contract/sign-up/funnel.ts';
import { staffActionNames } from '#contract/staff/staff-actions.ts';
import { openSite } from '../../setup/site.ts';
import { performAction, staffHeaders } from '../../setup/staff.ts';

const uuid = '00000000-0000-4000-8000-000000000000';
const subjects = [
  '99999999999',
  '-1',
  '1.5',
  '99999999999.1.1',
  'x'.repeat(100),
  'A b',
  `00.${'-'.repeat(36)}`,
  `00.${uuid}`,
];

test('SEC9: no action fails on a subject that nothing has, and no page of the console on its address', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const headers = await staffHeaders(site, ['ADMIN']);
  for (const action of staffActionNames)
    for (const subject of subjects) {
      const { statusCode } = await performAction(site, headers, null, { action, subject });
      expect([action, subject, statusCode < 500]).toEqual([action, subject, true]);
    }
  for (const flow of funnelNames)
    for (const query of ['from=2026-01-01&until=2026-01-02&variant=%00', 'from=0000-01-01&until=0000-01-02']) {
      const { statusCode } = await site.app.inject({ url: `/api/v2/staff/funnel?flow=${flow}&${query}`, headers });
      expect([query, statusCode < 500]).toEqual([query, true]);
    }
});
