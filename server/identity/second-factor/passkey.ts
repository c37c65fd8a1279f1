import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import type { PasskeyAnswer, PasskeyCreation } from '#contract/api/passkeys.ts';
import { brand } from '#contract/brand.ts';
import type { DbOrTrx, Trx } from '../../db/pool.ts';
import type { Site } from '../../sites.ts';
import { consumeChallenge, issueChallenge } from './challenge.ts';
import { lockOwner } from './factors.ts';

/**
 * EdDSA, ES256 and RS256 (COSE): supported by every authenticator. The library would try others that Node warns about.
 */
const algorithms = [-8, -7, -257];

const columns = ['id', 'userId', 'credentialId', 'publicKey', 'counter', 'createdAt'] as const;
const asBytes = (text: string, encoding: 'utf8' | 'base64url' = 'utf8') => Uint8Array.from(Buffer.from(text, encoding));

/** A passkey works for a domain and its subdomains; a change of that domain makes every passkey useless. */
export type PasskeySite = Pick<Site, 'origin' | 'passkeyDomain'>;

/** Loaded with the first passkey: its three hundred modules are a tenth of a process's start. */
const library = () => import('@simplewebauthn/server');

/** The options for creating a passkey. The user's existing ones are excluded on the same device. */
export async function registrationOptions(
  db: DbOrTrx,
  { passkeyDomain }: PasskeySite,
  { userId, username, at }: { userId: string; username: string; at: Date },
) {
  const known = await db
    .selectFrom('passkeys')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .execute();
  const challenge = await issueChallenge(db, { userId, at });
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: brand.name,
    rpID: passkeyDomain,
    userName: username,
    userID: asBytes(userId),
    challenge: asBytes(challenge, 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    // The device verifies and identifies the person: such a key counts as both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: 300_000,
  });
}

/** The options for signing in: any passkey of this site. */
export async function authenticationOptions(db: DbOrTrx, { passkeyDomain }: PasskeySite, at: Date) {
  const challenge = await issueChallenge(db, { userId: null, at });
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: passkeyDomain,
    challenge: asBytes(challenge, 'base64url'),
    userVerification: 'required',
    timeout: 300_000,
  });
}

/** A new passkey of this person, attested by their browser; null if it proves nothing. */
export async function verifyRegistration(
  db: DbOrTrx,
  { passkeyDomain, origin }: PasskeySite,
  { userId, response, at }: { userId: string; response: PasskeyCreation; at: Date },
): Promise<WebAuthnCredential | null> {
  const { verifyRegistrationResponse } = await library();
  // Anything that the library cannot parse is one refusal: it throws without codes.
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => consumeChallenge(db, { challenge, userId, at }),
    expectedOrigin: origin,
    expectedRPID: passkeyDomain,
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: true,
  }).catch(() => null);
  return verified?.verified ? verified.registrationInfo.credential : null;
}

/**
 * Whose passkey has signed a challenge of ours; null if none has. A decreasing counter means a copied key: it is
 * refused. The owner's row is locked first, so that one counter is never accepted twice.
 */
export async function verifyAuthentication(
  trx: Trx,
  { passkeyDomain, origin }: PasskeySite,
  { response, at }: { response: PasskeyAnswer; at: Date },
): Promise<{ userId: string; addedAt: Date } | null> {
  const { verifyAuthenticationResponse } = await library();
  const owner = await trx
    .selectFrom('passkeys')
    .select('userId')
    .where('credentialId', '=', response.id)
    .executeTakeFirst();
  const stored =
    owner && (await lockOwner(trx, owner.userId))
      ? await trx.selectFrom('passkeys').select(columns).where('credentialId', '=', response.id).executeTakeFirst()
      : undefined;
  const verified = stored
    ? await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: (challenge) => consumeChallenge(trx, { challenge, userId: null, at }),
        expectedOrigin: origin,
        expectedRPID: passkeyDomain,
        credential: {
          id: stored.credentialId,
          publicKey: Uint8Array.from(stored.publicKey),
          counter: stored.counter,
        },
        requireUserVerification: true,
      }).catch(() => null)
    : null;
  if (!stored || !verified?.verified) return null;
  await trx
    .updateTable('passkeys')
    .set({ counter: verified.authenticationInfo.newCounter, usedAt: at })
    .where('id', '=', stored.id)
    .execute();
  return { userId: stored.userId, addedAt: stored.createdAt };
}
