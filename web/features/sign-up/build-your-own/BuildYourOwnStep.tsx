import { call } from '#web/api/call.ts';
import { registrationAccess } from '#web/join-session/join-session.ts';
import { joinSession } from '#web/join-session/session-store.ts';
import { BuildYourOwn } from '#web/plans/build-your-own/BuildYourOwn.tsx';
import type { FetchPrice } from '#web/plans/build-your-own/use-live-price.ts';
import { useOffers } from '#web/plans/packages/use-offers.ts';

/** The price of an order of this registration, by its address if it has one. */
const fetchPrice: FetchPrice = async (orderDetail, signal) => {
  const access = registrationAccess(joinSession());
  if (!access) throw new Error('The guard lets nobody here without a registration');
  return call('POST /v2/registrations/:signupId/prices', { ...access, body: { orderDetail } }, { signal });
};

/** Build-your-own of Parent A (specification 2.7). */
export function Screen() {
  return <BuildYourOwn invited={false} offers={useOffers().offers} fetchPrice={fetchPrice} />;
}
