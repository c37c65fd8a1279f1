import { generateKeyPairSync, randomBytes } from 'node:crypto';
import Provider from 'oidc-provider';
import { MemoryAdapter } from './memory-adapter.ts';
import { choicePath, members } from './people.ts';

export type StaffClient = { id: string; secret: string };
type ProviderOptions = { issuer: string; client: StaffClient; redirectUris: string[] };

const claimsOf = (id: string) => {
  const member = members.find((one) => one.id === id);
  return member && { sub: id, name: member.name, email: member.email, roles: member.roles };
};

/** An OpenID provider with one client, which trusts everybody's choice. */
export function openProvider({ issuer, client, redirectUris }: ProviderOptions): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return new Provider(issuer, {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub', 'roles'], profile: ['name'], email: ['email'] },
    // As most providers do: the ID token contains the identity, and the rest is returned on request.
    conformIdTokenClaims: true,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `${choicePath}/${uid}` },
    findAccount: (_context, id) => {
      const claims = claimsOf(id);
      return claims && { accountId: id, claims: () => claims };
    },
    // The company's own console needs no consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: client.id, accountId: oidc.account?.accountId ?? '' });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 3600, IdToken: 600, Interaction: 3600, Session: 3600 },
  });
}
