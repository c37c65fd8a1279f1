import type { PriceList } from '../catalog/pricing-group.ts';
import { familyPricingGroup } from '../identity/family-repository.ts';
import { findInvite, isLive } from '../identity/invite-repository.ts';
import { familyMembers, readUser } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { coParentPackageId } from './invite-context.ts';
import type { InviteDependencies } from './open-invite.ts';

export type InviteOffer = { priceList: PriceList; coParentPackageId: number | null };

/** What an invited parent is offered: the inviter's price list, and which of its packages the co-parent chose. */
export async function inviteOffer(
  dependencies: InviteDependencies,
  inviteToken: string,
): Promise<InviteOffer | Refusal<'INVITE_TOKEN_INVALID'>> {
  const { db, clock } = dependencies;
  const invite = await findInvite(db, inviteToken);
  const user = invite && isLive(invite, clock.now()) ? await readUser(db, invite.userId) : null;
  if (!invite || !user) return refuse('INVITE_TOKEN_INVALID');
  const [priceList, parents] = await Promise.all([
    familyPricingGroup(db, invite.familyId),
    familyMembers(db, invite.familyId),
  ]);
  return {
    priceList: priceList as PriceList,
    coParentPackageId: await coParentPackageId(dependencies, { user, parents }),
  };
}
