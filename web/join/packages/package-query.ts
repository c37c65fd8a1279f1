import type { PackageCard } from '#contract/api/packages.ts';
import { listPackages } from '#contract/api/packages.ts';
import { call } from '../../api/call.ts';
import type { JoinSession } from '../../session/join-session.ts';

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

/** The package of a pricing page's link, when this person may buy it as it is; build-your-own still needs its options. */
export async function findPreselected(session: Known & Pick<JoinSession, 'preselectedPackageId'>): Promise<PackageCard | null> {
  if (session.preselectedPackageId === null) return null;
  const result = await call(listPackages, packageQuery(session));
  if (!result.ok) return null;
  return result.data.packages.find(({ id, buildYourOwn }) => id === session.preselectedPackageId && !buildYourOwn) ?? null;
}
