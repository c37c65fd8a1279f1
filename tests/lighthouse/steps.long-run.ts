import { afterAll, beforeAll, onTestFinished, test } from 'vitest';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import type { JoinSession } from '#web/join-session/join-session.ts';
import { type Page, puppeteer } from '../../tools/page-audit/index.js';
import { newPerson } from '../journeys/journey.ts';
import {
  keptOf,
  type SignUpInput,
  sessionAfterDetails,
  sessionAfterFamily,
  sessionAfterPlan,
} from '../journeys/prepared-sessions.ts';
import { setJourneyVariables } from '../setup/whole-site.ts';
import { type AuditedSite, expectFastAndFaultless, openAuditedSite } from './audited-site.ts';

type Begun = Omit<SignUpInput, 'address'>;
type Step = { path: string; begun: (typed: Begun) => Promise<JoinSession>; fastEnough: number };

/**
 * A sign-up up to each screen that a parent opens before paying. People come from the previous step, which has
 * preloaded the code; only a reload loads a screen as Lighthouse does. Values below 98 are floors that no change may
 * fall below.
 */
const steps: readonly Step[] = [
  { path: paths.coParent, begun: sessionAfterDetails, fastEnough: 98 },
  { path: paths.packages, begun: sessionAfterFamily, fastEnough: 93 },
  { path: paths.buildYourOwn, begun: sessionAfterFamily, fastEnough: 88 },
  {
    path: paths.payment,
    begun: async (typed) => sessionAfterPlan(await sessionAfterFamily(typed), typed),
    fastEnough: 84,
  },
];

let site: AuditedSite;
beforeAll(async () => {
  site = await openAuditedSite();
  setJourneyVariables(site);
}, 120_000);
afterAll(() => site?.stop());

/** A tab with the stored sign-up of somebody who did the previous steps. */
async function tabOf(session: JoinSession): Promise<Page> {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${site.port}`, defaultViewport: null });
  onTestFinished(() => browser.disconnect());
  const tab = await browser.newPage();
  await tab.evaluateOnNewDocument(
    ({ origin, key, value }) => {
      if (location.origin === origin) sessionStorage.setItem(key, value);
    },
    { origin: new URL(site.url).origin, ...keptOf(session) },
  );
  return tab;
}

test.each(steps)('$path is fast on a phone in the middle of a sign-up, and passes every other audit', async (step) => {
  const { path, begun, fastEnough } = step;
  const [parent, coParent] = [newPerson(), newPerson('Diego', 'Sosa')];
  const typed: Begun = { language: 'en', parent, coParent, phoneCode: '+1', plan: 'Essentials' };
  const tab = await tabOf(await begun(typed));
  // Search engines must not find them.
  await expectFastAndFaultless(site, {
    path: `/app/join${path}`,
    fastEnough,
    faultless: ['accessibility', 'best-practices'],
    tab,
  });
});
