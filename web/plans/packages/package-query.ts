import type { PackageCard } from '#contract/api/packages.ts';
import type { OrderDetail } from '#contract/api/prices.ts';
import { call } from '#web/api/call.ts';
import { type JoinSession, orderOf } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { packageChosen } from '#web/join-session/transitions.ts';

type QuerySession = Pick<JoinSession, 'stepOneValues' | 'invite'>;

/** The query for packages: by phone, and by country once the address is known (specification 7.2). */
export function packageQuery({ stepOneValues, invite }: QuerySession) {
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

/** A package by its id, if this person may buy it as it is; build-your-own needs options first. */
async function findOffered(session: QuerySession, packageId: number): Promise<PackageCard | null> {
  const result = await call('GET /v2/packages', packageQuery(session));
  if (!result.ok) return null;
  return result.data.packages.find(({ id, buildYourOwn }) => id === packageId && !buildYourOwn) ?? null;
}

/** The package of a pricing page's link. */
export async function findPreselected(
  session: QuerySession & Pick<JoinSession, 'preselectedPackageId'>,
): Promise<PackageCard | null> {
  return session.preselectedPackageId === null ? null : findOffered(session, session.preselectedPackageId);
}

type TakePackageParams = { packageId: number; invited: boolean };

/** Chooses another offered package and returns its order; null if it is not offered. */
export async function takePackage({ packageId, invited }: TakePackageParams): Promise<OrderDetail | null> {
  const card = await findOffered(joinSession(), packageId);
  if (card) changeSession(packageChosen({ card, invited }));
  return card && orderOf(joinSession());
}
