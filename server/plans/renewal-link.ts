import { timingSafeEqual } from 'node:crypto';
import type { readRenewal as readRoute } from '#contract/api/renewals.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { readUser, type User } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { readSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { changeRenewal } from './change-renewal.ts';
import { heldBy, planNameOf } from './plan-holder.ts';
import type { RenewDependencies } from './renew-subscription.ts';
import { viewSubscription } from './subscription-view.ts';

export type RenewalLinkDependencies = {
  db: Db;
  clock: Clock;
  makeToken: TokenMaker;
  readCatalog: () => Promise<Catalog>;
};
type ViewDependencies = RenewalLinkDependencies & RenewDependencies;
export type RenewalLink = { subscriptionId: string; token: string };

/**
 * The secret of a mailed cancel link, signed for one subscription, its payer, the address it is mailed to and its
 * running term. Nothing is stored, and an old mail opens nothing once the term is over or the payer has left that
 * mailbox. It shows and changes only that renewal.
 */
export function renewalLinkSecret(
  makeToken: TokenMaker,
  { subscription: { id, periodEnd }, payer }: { subscription: Subscription; payer: Pick<User, 'id' | 'email'> },
): string {
  return makeToken('CANCEL_RENEWAL', `${id}:${payer.id}:${normaliseEmail(payer.email)}:${periodEnd}`);
}

/**
 * The subscription whose renewal a cancel link opens, also while two people claim its payer's account: renewals go on
 * then, and nothing else of theirs could stop one.
 */
export async function openRenewalLink(
  { db, makeToken }: RenewalLinkDependencies,
  { subscriptionId, token }: RenewalLink,
): Promise<Subscription | Refusal<'TOKEN_INVALID'>> {
  const subscription = await readSubscription(db, subscriptionId);
  const payer = subscription && (await readUser(db, subscription.payerUserId));
  if (subscription?.state !== 'CURRENT' || !payer) return refuse('TOKEN_INVALID');
  const right = Buffer.from(renewalLinkSecret(makeToken, { subscription, payer }));
  const actual = Buffer.from(token);
  return right.length === actual.length && timingSafeEqual(right, actual) ? subscription : refuse('TOKEN_INVALID');
}

type View = AnswerOf<typeof readRoute>;

/** What a cancel link is about. Reading changes nothing, because link scanners open links too. */
export async function readLinkedRenewal(
  dependencies: ViewDependencies,
  { link, language }: { link: RenewalLink; language: Language },
): Promise<View | Refusal<'TOKEN_INVALID'>> {
  const subscription = await openRenewalLink(dependencies, link);
  return 'refused' in subscription ? subscription : view(dependencies, { subscription, language });
}

/** A claimed account's renewal is cancelled, and resumed by whom the account is decided to be. */
export async function changeLinkedRenewal(
  dependencies: ViewDependencies,
  { link, autoRenew, language }: { link: RenewalLink; autoRenew: boolean; language: Language },
): Promise<
  View | Refusal<'ACCOUNT_FROZEN' | 'CONFLICT' | 'NOT_FOUND' | 'PAYMENT_DISPUTED' | 'TOKEN_INVALID' | 'VALIDATION'>
> {
  const opened = await openRenewalLink(dependencies, link);
  if ('refused' in opened) return opened;
  if (autoRenew && (await readUser(dependencies.db, opened.payerUserId))?.frozenAt) return refuse('ACCOUNT_FROZEN');
  const subscription = await changeRenewal(dependencies, {
    subscriptionId: opened.id,
    userId: opened.payerUserId,
    autoRenew,
  });
  return 'refused' in subscription ? subscription : view(dependencies, { subscription, language });
}

async function view(
  dependencies: ViewDependencies,
  { subscription, language }: { subscription: Subscription; language: Language },
): Promise<View> {
  const { db } = dependencies;
  const [user, holder] = await Promise.all([
    readUser(db, subscription.payerUserId),
    heldBy(db, { subscription, readerId: subscription.payerUserId, language }),
  ]);
  if (!user) throw new Error('Subscription without a payer');
  const view = await viewSubscription(dependencies, { subscription, user, language, experiments: {} });
  const { planName, state, periodEnd, renewal, renewsTo, autoRenew, needsMethod, waiting, stillCharged } = view;
  return {
    planName: planNameOf(planName, holder),
    state,
    periodEnd,
    renewal,
    renewsTo,
    autoRenew,
    needsMethod,
    waiting,
    stillCharged,
  };
}
