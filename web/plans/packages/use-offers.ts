import type { listPackages } from '#contract/api/packages.ts';
import { type QueryOf, useQuery } from '#web/api/use-query.ts';
import { registrationAccess } from '#web/join-session/join-session.ts';
import { useJoinSession } from '#web/join-session/session-store.ts';
import type { Coupon } from './offers.ts';
import { packageQuery } from './package-query.ts';

/**
 * The packages for this session's person, and the coupons that apply automatically; the packages do not wait for the
 * coupons.
 */
export function useOffers(): { offers: QueryOf<typeof listPackages>; coupons: readonly Coupon[] } {
  const session = useJoinSession((current) => current);
  const offers = useQuery('GET /v2/packages', packageQuery(session));
  const coupons = useQuery('GET /v2/registrations/:signupId/coupons', registrationAccess(session));
  return { offers, coupons: coupons.state === 'ready' ? coupons.data.coupons : [] };
}
