import type { Quote } from '#contract/api/prices.ts';
import type { chooseRenewal, listRenewalChoices, priceRenewalChoice } from '#contract/api/renewal-choices.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { billing } from './account-calls.ts';
import { type Answer, send } from './sign-up.ts';
import type { TestSite } from './site.ts';
import { type Subscriber, signedIn } from './subscriber.ts';

type Payer = Pick<Subscriber, 'userId' | 'subscriptionId'>;
type Order = { packageId: number; productId?: string | null; services?: string[] };
type Refused = { code: string };

const pathOf = ({ subscriptionId }: Payer) => `/v2/account/subscriptions/${subscriptionId}`;

/** The plans that a subscription may renew to. */
export async function choices(site: TestSite, payer: Payer) {
  return send<AnswerOf<typeof listRenewalChoices> & Refused>(site.app, {
    method: 'GET',
    path: `${pathOf(payer)}/renewal-choices`,
    headers: await signedIn(site, payer.userId),
  });
}

export async function priceOfChoice(site: TestSite, payer: Payer, order: Order) {
  return send<AnswerOf<typeof priceRenewalChoice> & Refused>(site.app, {
    method: 'POST',
    path: `${pathOf(payer)}/renewal-choices/prices`,
    body: { order },
    headers: await signedIn(site, payer.userId),
  });
}

type Chosen = AnswerOf<typeof chooseRenewal> & Refused;

/** Chooses a plan at its current price, or returns to the plan held (null). */
export async function choose(site: TestSite, payer: Payer, order: Order | null): Promise<Answer<Chosen>> {
  const priced = order && (await priceOfChoice(site, payer, order));
  if (priced && priced.status !== 200) return priced as unknown as Answer<Chosen>;
  return chooseAt(site, payer, { order, taxId: priced?.body.quote.taxId ?? null });
}

export async function chooseAt(site: TestSite, payer: Payer, body: { order: Order | null; taxId: string | null }) {
  return send<Chosen>(site.app, {
    method: 'PUT',
    path: `${pathOf(payer)}/renewal-choice`,
    body,
    headers: await signedIn(site, payer.userId),
  });
}

type Covered = { covers: boolean; code: string; quote: Quote };

/** Whether the payer's renewal may also pay for the co-parent, as the billing page shows it. */
export async function coverShown(site: TestSite, { userId, subscriptionId }: Payer) {
  const { subscriptions } = await billing(site, userId);
  return subscriptions.find(({ id }) => id === subscriptionId)?.alsoFor ?? null;
}

/** Chooses that the next renewal pays for both at the displayed price, or at another one. */
export async function cover(site: TestSite, payer: Payer, at?: string): Promise<Answer<Covered>> {
  return chooseCover(site, payer, { covers: true, taxId: at ?? (await coverShown(site, payer))?.taxId ?? null });
}

export async function chooseCover(
  site: TestSite,
  { userId, subscriptionId }: Payer,
  body: { covers: boolean; taxId: string | null },
): Promise<Answer<Covered>> {
  const path = `/v2/account/subscriptions/${subscriptionId}/renewal-cover`;
  return send<Covered>(site.app, { method: 'PUT', path, body, headers: await signedIn(site, userId) });
}

export const uncover = (site: TestSite, payer: Payer) => chooseCover(site, payer, { covers: false, taxId: null });

export async function decline(site: TestSite, userId: string): Promise<Answer<{ declined: boolean; code: string }>> {
  const headers = await signedIn(site, userId);
  return send(site.app, { method: 'POST', path: '/v2/account/renewal-cover/decline', headers });
}
