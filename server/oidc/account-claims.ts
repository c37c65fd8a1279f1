import type { Account } from 'oidc-provider';
import { userWithHash } from '../identity/credentials-repository.ts';
import { readEntitlements } from '../plans/entitlements.ts';

type Dependencies = Parameters<typeof readEntitlements>[0];

/** The same values as `GET /v3/entitlements/{user}` returns. */
async function planClaims(dependencies: Dependencies, user: NonNullable<Parameters<typeof readEntitlements>[2]>) {
  const entitled = await readEntitlements(dependencies, user.id, user);
  return entitled && { plan: entitled.plan, paid_until: entitled.paidUntil, entitlements: entitled.entitlements };
}

/**
 * Undefined for a user who cannot sign in: a closed account, one without credentials, or one that two people claim: it
 * shows nothing here, and an app would show the rest.
 */
export async function readAccount(dependencies: Dependencies, userId: string): Promise<Account | undefined> {
  const user = await userWithHash(dependencies.db, userId);
  if (!user || user.status !== 'ACTIVE' || user.username === null || user.passwordHash === null) return undefined;
  if (user.frozenAt !== null) return undefined;
  const { firstName, lastName, email, emailProvenAt, language, familyId, role } = user;
  return {
    accountId: user.id,
    // The provider drops the claims that the granted scopes do not include.
    claims: async (_use, scope) => ({
      sub: user.id,
      name: `${firstName} ${lastName}`.trim(),
      given_name: firstName,
      family_name: lastName,
      ...(email === '' ? {} : { email, email_verified: emailProvenAt !== null }),
      locale: language,
      family: familyId,
      role,
      ...(scope.split(' ').includes('plan') ? await planClaims(dependencies, user) : {}),
    }),
  };
}
