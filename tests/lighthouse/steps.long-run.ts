import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, test } from 'vitest';
import { paths } from '#contract/sign-up-flow.ts';
import type { JoinSession } from '#web/session/join-session.ts';
import { newPerson } from '../journeys/journey.ts';
import { detailsGiven, familyGiven, planGiven, type Typed } from '../journeys/sign-up-so-far.ts';
import type { Tab } from './audit-page.ts';
import { type AuditedSite, expectFastAndFaultless, openAuditedSite } from './audited-site.ts';

const washington = { country: 'US', line: '1600 Pennsylvania Ave', city: 'Washington', region: 'DC', postalCode: '20500', timezone: null };

type Step = { path: string; begun: (typed: Typed) => Promise<JoinSession>; fastEnough: number };

/**
 * A sign-up up to each screen that a parent comes to before paying. People come to them from the step before, whose code is
 * there already; only a reload loads them as Lighthouse does. What is below 98 is a floor that no change may go under.
 */
const steps: readonly Step[] = [
  { path: paths.coParent, begun: detailsGiven, fastEnough: 98 },
  { path: paths.packages, begun: familyGiven, fastEnough: 93 },
  { path: paths.buildYourOwn, begun: familyGiven, fastEnough: 88 },
  { path: paths.payment, begun: async (typed) => planGiven(await familyGiven(typed), typed), fastEnough: 84 },
];

let site: AuditedSite;
beforeAll(async () => {
  site = await openAuditedSite();
  Object.assign(process.env, { JOURNEY_URL: site.url, JOURNEY_SANDBOX_URL: site.sandboxUrl, JOURNEY_DATABASE_URL: site.databaseUrl });
}, 120_000);
afterAll(() => site?.stop());

/** A tab that remembers a sign-up, as whoever did the steps before has it. */
async function tabOf(session: JoinSession): Promise<Tab> {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${site.port}`, defaultViewport: null });
  const tab = await browser.newPage();
  await tab.evaluateOnNewDocument(
    (origin, kept) => {
      if (location.origin === origin) sessionStorage.setItem('join-session', kept);
    },
    new URL(site.url).origin,
    JSON.stringify({ state: session, version: 1 }),
  );
  return tab as unknown as Tab;
}

test.each(steps)('$path is fast on a phone in the middle of a sign-up, and faultless for everyone who reads it', async (step) => {
  const { path, begun, fastEnough } = step;
  const [parent, coParent] = [newPerson(), newPerson('Diego', 'Sosa')];
  const typed: Typed = { language: 'en', parent, coParent, phoneCode: '+1', plan: 'Essentials', address: washington };
  const tab = await tabOf(await begun(typed));
  // No search engine is to find them.
  await expectFastAndFaultless(site, { path: `/app/join${path}`, fastEnough, faultless: ['accessibility', 'best-practices'], tab });
});
