import type { askFeeWaiverAsInvited as askRoute } from '#contract/api/fee-waivers.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import { type ExperimentsIn, offeredList } from '../catalog/offered-list.ts';
import type { PriceList } from '../catalog/pricing-group.ts';
import type { QuoteDependencies } from '../checkout/quote-order.ts';
import { familyPricingGroup } from '../identity/family-repository.ts';
import { readReach } from '../identity/reach.ts';
import { familyMembers } from '../identity/user-repository.ts';
import { insertFeeWaiver, waivedYear } from '../pricing/fee-waiver-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type InviteAccess, type InviteDependencies, type OpenInviteProblem, withOpenInvite } from './open-invite.ts';

type Dependencies = InviteDependencies & Pick<QuoteDependencies, 'readCatalog'>;
type FeeWaiverParams = { access: InviteAccess; body: BodyOf<typeof askRoute>; experimentsIn: ExperimentsIn };

/** Requests a year without charge as an invited parent; the inviter learns nothing of it. */
export async function requestFeeWaiverAsInvited(
  { readCatalog, ...dependencies }: Dependencies,
  { access, body: { reason, courtOrder, court }, experimentsIn }: FeeWaiverParams,
): Promise<AnswerOf<typeof askRoute> | Refusal<OpenInviteProblem>> {
  const catalog = await readCatalog();
  return withOpenInvite(dependencies, access, async ({ db: trx, clock, makeToken }, { user, isOther }) => {
    // A request replaces a pending one: in another browser its person begins anew first.
    if (isOther || user.email === '' || !(await readReach(trx, user.id)).mail) return refuse('FORBIDDEN');
    const familyId = user.familyId ?? '';
    const inviterPriceList = (await familyPricingGroup(trx, familyId)) as PriceList;
    const buyer = { phoneCountryCode: user.phoneCountryCode, phoneNumber: user.phoneNumber, inviterPriceList };
    const { list } = await offeredList(catalog, { buyer, country: user.country, experimentsIn });
    const emails = (await familyMembers(trx, familyId)).map(({ email }) => email);
    const feeWaiver = {
      by: { userId: user.id },
      emails,
      ...waivedYear(catalog.packages, list),
      reason,
      courtOrder,
      court,
    };
    await insertFeeWaiver(trx, { ...feeWaiver, at: clock.now() }, makeToken);
    return { outcome: 'ASKED' as const };
  });
}
