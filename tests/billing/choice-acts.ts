import type { OrderDetail } from '#contract/api/prices.ts';
import { saveOwn } from '#server/identity/own-details.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { chooseRenewal, quoteChoice } from '#server/plans/choices/choose-renewal.ts';
import { listRenewalChoices } from '#server/plans/choices/list-renewal-choices.ts';
import { coverable, coverCoParent, declineCover } from '#server/plans/covers/cover-co-parent.ts';
import { renewalPrice } from '#server/plans/renew-subscription.ts';
import { presentQuote } from '#server/pricing/quote.ts';
import { isRefusal } from '#server/refusal.ts';
import { coveredBy } from '#server/subscriptions/renewal-cover-repository.ts';
import { currentSubscription } from '#server/subscriptions/subscription-repository.ts';
import type { TestSite } from '../setup/site.ts';

type Payer = { userId: string; random: () => number };

/**
 * What a payer does about the next renewal: chooses another plan for it, or whether it also pays for the co-parent, who
 * may decline; or moves to another country.
 */
export type ChoiceAct =
  | { kind: 'choose' }
  | { kind: 'cover' }
  | { kind: 'decline_cover' }
  | { kind: 'move'; to: keyof typeof places };

export const isChoiceAct = (what: { kind: string }): what is ChoiceAct =>
  ['choose', 'cover', 'decline_cover', 'move'].includes(what.kind);

const places = {
  US: { city: 'Providence', region: 'RI', postalCode: '02903', timeZone: 'America/New_York' },
  CA: { city: 'Vancouver', region: 'BC', postalCode: 'V5K 0A1', timeZone: 'America/Vancouver' },
  AU: { city: 'Sydney', region: 'NSW', postalCode: '2000', timeZone: 'Australia/Sydney' },
  NZ: { city: 'Auckland', region: 'AUK', postalCode: '1010', timeZone: 'Pacific/Auckland' },
};

/** Does it as far as it is currently possible. */
export function choiceActs(site: TestSite, payer: Payer, what: ChoiceAct): Promise<void> {
  if (what.kind === 'cover') return covers(site, payer);
  if (what.kind === 'decline_cover') return declines(site, payer);
  return what.kind === 'choose' ? chooses(site, payer) : moves(site, payer, what.to);
}

/** One of the plans offered for one of the payer's renewals, or the plan held. */
async function chooses({ jobDependencies: dependencies }: TestSite, { userId, random }: Payer): Promise<void> {
  const { db } = dependencies;
  const user = await readUser(db, userId);
  const paid = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('payerUserId', '=', userId)
    .where('state', '=', 'CURRENT')
    .orderBy('id')
    .execute();
  const subscriptionId = paid[Math.floor(random() * paid.length)]?.id;
  if (!user || subscriptionId === undefined) return;
  const chooser = { user, subscriptionId, language: 'en', experiments: {} } as const;
  const listed = await listRenewalChoices(dependencies, chooser);
  if (isRefusal(listed)) return;
  const offered = [null, ...listed.packages.filter(({ buildYourOwn }) => !buildYourOwn)];
  const packageId = offered[Math.floor(random() * offered.length)]?.id ?? null;
  const order: OrderDetail | null = packageId === null ? null : { packageId, productId: null, services: [] };
  const quoted = await quoteChoice(dependencies, { ...chooser, order });
  if (isRefusal(quoted)) return;
  const { taxId } = presentQuote(quoted.quoted.quote, { language: 'en' });
  await chooseRenewal(dependencies, { ...chooser, order, taxId: order && taxId });
}

/** The renewal of the payer's own plan pays for both, or no longer. */
async function covers({ jobDependencies: dependencies }: TestSite, { userId }: Payer): Promise<void> {
  const { db } = dependencies;
  const user = await readUser(db, userId);
  const subscription = await currentSubscription(db, userId);
  if (!user || !subscription) return;
  const context = await coverable(db, { subscription, user, at: dependencies.clock.now() });
  if (isRefusal(context)) return;
  const { quote } = await renewalPrice(dependencies, { subscription, ...context, payForCoParent: true });
  const { taxId } = presentQuote(quote, { language: 'en' });
  const [subscriptionId, isChosen] = [subscription.id, context.isChosen];
  await coverCoParent(dependencies, { user, subscriptionId, language: 'en', covers: !isChosen, taxId });
}

async function declines({ jobDependencies: dependencies }: TestSite, { userId }: Payer): Promise<void> {
  const subscription = await currentSubscription(dependencies.db, userId);
  const coParentId = subscription && (await coveredBy(dependencies.db, subscription));
  if (coParentId) await declineCover(dependencies, { userId: coParentId });
}

async function moves(
  { dependencies: { db, clock } }: TestSite,
  { userId }: Payer,
  country: keyof typeof places,
): Promise<void> {
  const user = await readUser(db, userId);
  if (!user || user.status === 'CLOSED') return;
  const moved = { user, at: clock.now(), line1: '1 Main Street', line2: '', country, ...places[country] };
  await db.transaction().execute((trx) => saveOwn(trx, moved));
}
