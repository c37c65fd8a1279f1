import { expect } from 'vitest';
import { staffActionNames } from '#contract/staff/staff-actions.ts';
import { actions } from '#server/staff/actions.ts';
import { send } from './sign-up.ts';
import type { TestSite } from './site.ts';
import { performAction, staffHeaders, viewPerson } from './staff.ts';
import { filledIn } from './staff-targets.ts';
import { mailsInOrder, type Subscriber, signedIn } from './subscriber.ts';

const seen = new Map<string, number>();

/** The call with which the page behind a mailed link begins, if the link can expire. */
function behind(link: string, parent: Subscriber): { path: string; token?: string } | null {
  const { pathname, hash } = new URL(link);
  const secrets = new URLSearchParams(hash.slice(1));
  const token = secrets.get('token') ?? '';
  if (pathname === '/app/account/restart')
    return { path: `/v2/account/subscriptions/${parent.subscriptionId}/restart` };
  if (pathname === '/app/account/upgrade') return { path: '/v2/account/upgrades' };
  if (pathname === '/app/account/renewal') return { path: `/v2/renewals/${secrets.get('subscription')}`, token };
  return null;
}

/** The links of mails since the last call that lead to a refusal. */
export async function deadLinks(site: TestSite, parent: Subscriber): Promise<string[]> {
  const mails = await mailsInOrder(site, parent.email);
  const fresh = mails.slice(seen.get(parent.email) ?? 0);
  seen.set(parent.email, mails.length);
  const dead: string[] = [];
  const session = await signedIn(site, parent.userId);
  for (const { subject, links } of fresh)
    for (const link of links) {
      const call = behind(link, parent);
      if (!call) continue;
      const headers = call.token === undefined ? session : { 'x-renewal-token': call.token };
      const { status, body } = await send<{ code?: string; validationErrors?: { field: string }[] }>(site.app, {
        method: 'GET',
        path: call.path,
        headers,
      });
      // The linked page explains a missing address, or that no plan is sold.
      const isSaid = body.code === 'COUNTRY_MISMATCH' || body.validationErrors?.[0]?.field === 'address';
      if (status !== 200 && !isSaid) dead.push(`${subject}: ${link} ${body.code}`);
    }
  return dead;
}

/** The console's errors: an action that it offers and refuses, or does not offer and performs. */
export async function triedByStaff(site: TestSite, { userId, subscriptionId }: Subscriber, choice: number) {
  const headers = await staffHeaders(site, ['ADMIN']);
  const wrong: string[] = [];
  const { actions: offers } = await viewPerson(site, headers, userId);
  const missing = staffActionNames.filter(
    (name) => actions[name].isAboutPerson && !offers.some(({ action }) => action === name),
  );
  for (const action of missing)
    for (const subject of [null, subscriptionId]) {
      const { statusCode } = await performAction(site, headers, userId, { action, subject });
      if (statusCode < 400) wrong.push(`${action} is done, and not offered`);
    }
  const chosen = offers[choice % Math.max(1, offers.length)];
  expect(offers.length).toBeGreaterThan(0);
  if (!chosen) return wrong;
  const { action, subject } = chosen;
  const answer = await performAction(site, headers, userId, { action, subject, inputs: filledIn(chosen) });
  // A typed code may be used up.
  const isTyped = action === 'PAY_WITH_CODE' && answer.statusCode === 400;
  return answer.statusCode === 200 || isTyped ? wrong : [...wrong, `${action} is refused: ${answer.body}`];
}
