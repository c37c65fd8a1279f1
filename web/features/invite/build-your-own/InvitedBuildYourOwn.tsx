import { BuildYourOwn } from '#web/plans/build-your-own/BuildYourOwn.tsx';
import { useOffers } from '#web/plans/packages/use-offers.ts';
import { fetchInvitedPrice } from '../invite-calls.ts';
import { useInviteRefusal } from '../packages/InvitedPackages.tsx';

/** Build-your-own of an invited parent, with the inviter's price list (specification 2.7, 4.7). */
export function Screen() {
  const { offers } = useOffers();
  useInviteRefusal(offers);
  return <BuildYourOwn invited offers={offers} fetchPrice={fetchInvitedPrice} />;
}
