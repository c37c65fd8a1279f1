import type { InviteContext } from '#contract/api/invites/invites.ts';
import { countryRow } from '#contract/fields/countries.ts';
import { sameEmail } from '#contract/fields/typed-text.ts';
import { packageById } from '../catalog/package-repository.ts';
import { fitsCountry } from '../catalog/pricing-group.ts';
import { availableCouponsOf } from '../checkout/available-coupons.ts';
import { credentialsToken } from '../checkout/credentials-link.ts';
import type { QuoteDependencies } from '../checkout/quote-order.ts';
import type { Trx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { hasAgreedToTerms } from '../identity/consent-repository.ts';
import { childrenOf, familyPricingGroup } from '../identity/family-repository.ts';
import { advanceInvite, isMailedOnly, markOpened } from '../identity/invite-repository.ts';
import { proveEmail } from '../identity/proven-email.ts';
import { addressOf, asInvited, familyMembers, readUser, type User } from '../identity/user-repository.ts';
import { codeUserOf } from '../pricing/code-user.ts';
import { noOffer } from '../pricing/referrer.ts';
import type { Refusal } from '../refusal.ts';
import { hasHadSubscription } from '../subscriptions/subscription-history.ts';
import { currentSubscription } from '../subscriptions/subscription-repository.ts';
import { presentFamily } from './family-members.ts';
import {
  type InviteAccess,
  type InviteDependencies,
  type OpenInvite,
  type OpenInviteProblem,
  type WithAnyDb,
  withOpenInvite,
} from './open-invite.ts';

export type ContextDependencies = InviteDependencies & Pick<QuoteDependencies, 'readCatalog'>;
type InviteContextParams = { access: InviteAccess; language: Language };

/** Who is invited and which steps remain. */
export function readInviteContext(
  dependencies: ContextDependencies,
  { access, language }: InviteContextParams,
): Promise<InviteContext | Refusal<OpenInviteProblem>> {
  return withOpenInvite(dependencies, access, (transacting, { user }) =>
    inviteContextOf(transacting, { user, language }),
  );
}

/** A person, not a link scanner, continues from the welcome page. */
export function beginInvite(
  dependencies: InviteDependencies,
  access: InviteAccess,
): Promise<{ state: 'OPENED' } | Refusal<OpenInviteProblem>> {
  return withOpenInvite(dependencies, access, async (transacting, open) => {
    await markOpened(transacting.db, { id: open.invite.id, at: transacting.clock.now() });
    await provenByLink(transacting, open);
    return { state: 'OPENED' as const };
  });
}

/**
 * The invited person, whose mailbox is proved by a link that only it contains, or by the code that this browser
 * entered.
 */
export async function provenByLink(
  { db, clock }: Omit<InviteDependencies, 'db'> & { db: Trx },
  { invite, user }: OpenInvite,
  provenEmail: string | null = null,
): Promise<User> {
  const isProven = (provenEmail !== null && sameEmail(provenEmail, user.email)) || (await isMailedOnly(db, invite.id));
  if (!isProven) return user;
  await proveEmail(db, { userId: user.id, at: clock.now() });
  return (await readUser(db, user.id)) ?? user;
}

/** Step 1 is done: the package is next, or billing if somebody has already paid (specification 4.7). */
export async function completeDetailsStep(
  { db, clock }: WithAnyDb<InviteDependencies>,
  { inviteId, paid }: { inviteId: string; paid: boolean },
): Promise<1 | 2> {
  const step = paid ? 2 : 1;
  await markOpened(db, { id: inviteId, at: clock.now() });
  await advanceInvite(db, { id: inviteId, step });
  return step;
}

/** The context of a person whose invite is open. It contains names of the family, but no address, phone or e-mail. */
export async function inviteContextOf(
  dependencies: WithAnyDb<ContextDependencies>,
  { user, language }: { user: User; language: Language },
): Promise<InviteContext> {
  const { db, clock, makeToken } = dependencies;
  const familyId = user.familyId ?? '';
  const address = addressOf(user);
  const [members, children, subscription, professional, termsGiven, availableCoupons] = await Promise.all([
    familyMembers(db, familyId),
    childrenOf(db, familyId),
    currentSubscription(db, user.id),
    user.createdByProfessionalId === null ? null : readUser(db, user.createdByProfessionalId),
    hasAgreedToTerms(db, user.id),
    availableCouponsOf(dependencies, {
      offer: noOffer,
      user: codeUserOf(makeToken, { subjectId: user.id, ...user }),
      country: address?.country ?? null,
      language,
    }),
  ]);
  const termsAgreed = address === null ? null : (countryRow(address.country)?.agreesByPaying ?? false) || termsGiven;
  const parents = members.filter(({ status }) => status !== 'CLOSED');
  const inviter = parents.find(({ id }) => id !== user.id);
  const byProfessional = user.createdByProfessionalId !== null;
  const ready = subscription !== null && termsAgreed === true && user.username === null;
  const coparentPackageId = await coParentPackageId(dependencies, { user, parents });
  return {
    userId: user.id,
    authToken: ready ? await credentialsToken(db, { userId: user.id, makeToken, at: clock.now() }) : null,
    isSubscriptionCurrent: subscription !== null,
    billingAddressComplete: address !== null,
    requireCredentials: user.username === null,
    userCreatedByPro: byProfessional,
    inviterFirstName: inviter && !byProfessional ? asInvited(inviter).firstName : null,
    proFirstName: professional?.firstName || null,
    proLastName: professional?.lastName || null,
    familyMembers: presentFamily({
      parents: parents.map((one) => (one.id === user.id ? user : { ...one, ...asInvited(one) })),
      children,
    }),
    coparentPackageId,
    coparentPlanOffered: await isOffered(dependencies, { user, packageId: coparentPackageId }),
    availableCoupons,
    subscriptionStatus: subscription ? 'current' : (await hasHadSubscription(db, user.id)) ? 'lapsed' : 'none',
    termsAgreed,
  };
}

/** The package of the family's other parent, while theirs is current. */
export async function coParentPackageId(
  { db }: Pick<WithAnyDb<InviteDependencies>, 'db'>,
  { user, parents }: { user: User; parents: readonly User[] },
): Promise<number | null> {
  const other = parents.find(({ id }) => id !== user.id);
  const otherPlan = other && (await currentSubscription(db, other.id));
  return otherPlan?.packageId ?? null;
}

/** Whether an invited parent may buy a package unchanged: build-your-own needs its options first. */
async function isOffered(
  { db, readCatalog }: WithAnyDb<ContextDependencies>,
  { user, packageId }: { user: User; packageId: number | null },
): Promise<boolean> {
  const found = packageId === null ? null : packageById(await readCatalog(), packageId);
  if (!found || found.packageName === 'CYO') return false;
  const isInvitersList = found.priceList === (await familyPricingGroup(db, user.familyId ?? ''));
  return isInvitersList && fitsCountry(found.priceList, addressOf(user)?.country);
}
