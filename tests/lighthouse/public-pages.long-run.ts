import { afterAll, beforeAll, test } from 'vitest';
import { publicPages } from '../setup/browser/public-pages.ts';
import { type AuditedSite, expectFastAndFaultless, openAuditedSite } from './audited-site.ts';

let site: AuditedSite;
beforeAll(async () => {
  site = await openAuditedSite();
}, 120_000);
afterAll(() => site?.stop());

test.each(publicPages)('%s is fast on a phone, and passes every other audit', async (path) => {
  await expectFastAndFaultless(site, { path, fastEnough: 98, faultless: ['accessibility', 'best-practices', 'seo'] });
});
