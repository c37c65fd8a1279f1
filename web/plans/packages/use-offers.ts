import type { listPackages } from '#contract/api/packages.ts';
import { type QueryOf, useQuery } from '#web/api/use-query.ts';
import { registrationAccess } from '#web/join-session/join-session.ts';
import { useJoinSession } from '#web/join-session/session-store.ts';
import type { Coupon } from './offers.ts';
import { packageQuery } from './package-query.ts';

/**
 * Packages of the person of this session, and the coupons that apply by themselves; coupons never hold the packages up.
 */
export function useOffers(): { offers: QueryOf<typeof listPackages>; coupons: readonly Coupon[] } {
  const session = useJoinSession((current) => current);
  const offers = useQuery('GET /v2/packages', packageQuery(session));
  const coupons = useQuery('GET /v2/registrations/:signupId/coupons', registrationAccess(session));
  return { offers, coupons: coupons.state === 'ready' ? coupons.data.coupons : [] };
}
