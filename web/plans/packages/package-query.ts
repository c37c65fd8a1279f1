import type { PackageCard } from '#contract/api/packages.ts';
import type { OrderDetail } from '#contract/api/prices.ts';
import { call } from '#web/api/call.ts';
import { type JoinSession, orderOf } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { packageChosen } from '#web/join-session/transitions.ts';

type Known = Pick<JoinSession, 'stepOneValues' | 'invite'>;

/** Who the packages are for: phone, and country once the address is known (specification 7.2). */
export function packageQuery({ stepOneValues, invite }: Known) {
  const { countryCode = '', phoneNumber = '', country = '' } = stepOneValues ?? {};
  return {
    query: {
      ...(countryCode ? { countryCode: countryCode.replace('+', '') } : {}),
      phoneNumber,
      ...(country ? { country } : {}),
    },
    headers: invite ? { 'x-invite-token': invite.inviteToken } : {},
  };
}

/** A package by its id, when this person may buy it as it is; build-your-own still needs its options. */
async function findOffered(session: Known, packageId: number): Promise<PackageCard | null> {
  const result = await call('GET /v2/packages', packageQuery(session));
  if (!result.ok) return null;
  return result.data.packages.find(({ id, buildYourOwn }) => id === packageId && !buildYourOwn) ?? null;
}

/** The package of a pricing page's link. */
export async function findPreselected(
  session: Known & Pick<JoinSession, 'preselectedPackageId'>,
): Promise<PackageCard | null> {
  return session.preselectedPackageId === null ? null : findOffered(session, session.preselectedPackageId);
}

type Taking = { packageId: number; invited: boolean };

/** Goes on with another package of the list that is offered, and answers with its order; null when it cannot be had. */
export async function takePackage({ packageId, invited }: Taking): Promise<OrderDetail | null> {
  const card = await findOffered(joinSession(), packageId);
  if (card) changeSession(packageChosen({ card, invited }));
  return card && orderOf(joinSession());
}
