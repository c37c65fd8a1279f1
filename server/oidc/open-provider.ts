import Provider, { type Adapter, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { days, hours, minutes } from '../clock.ts';
import { hashSecret, sameHash } from '../secret.ts';
import { allScopes, type ClientApp, claimsOfScopes, isService } from './client-apps.ts';
import { cookieNames } from './cookie-names.ts';
import { problemPage, signOutPage } from './pages.ts';
import type { SigningKey } from './signing-keys.ts';
import { visits } from './visit.ts';

export type ProviderOptions = {
  issuer: string;
  clients: readonly ClientApp[];
  keys: SigningKey[];
  adapter: (kind: string) => Adapter;
  findAccount: NonNullable<Configuration['findAccount']>;
  secureCookies: boolean;
  onFault: (error: Error) => void;
  /** An app did not accept a back-channel logout. */
  onUntold: (logout: { clientId: string; userId: string; sid: string }) => void;
};

const inSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
const refreshableMs = days(30);

/** Another mode, such as form_post, would have to comply with a page's Content-Security-Policy. */
const responseModes = ['query'];

const metadataOf = (client: ClientApp) => ({
  client_id: client.id,
  client_name: client.name,
  // Only hashes are known: compareClientSecret below hashes the presented secret.
  ...(client.secretHashes.length === 0
    ? { token_endpoint_auth_method: 'none' as const }
    : { token_endpoint_auth_method: 'client_secret_basic' as const, client_secret: client.secretHashes.join('.') }),
  redirect_uris: client.redirectUris,
  post_logout_redirect_uris: client.postLogoutRedirectUris,
  ...(client.backchannelLogoutUri === undefined
    ? {}
    : { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: true }),
  scope: client.scopes.join(' '),
  grant_types: [
    ...(client.redirectUris.length > 0 ? ['authorization_code'] : []),
    ...(client.scopes.includes('offline_access') ? ['refresh_token'] : []),
    ...(isService(client) ? ['client_credentials'] : []),
  ],
  response_types: client.redirectUris.length > 0 ? ['code' as const] : [],
  response_modes: responseModes,
});

type ScopeFilter = (this: InstanceType<Provider['Grant']>, requested: Set<string>) => string;

/** The company's own apps need no consent to their configured scopes. */
async function grantRequestedScopes({ oidc }: KoaContextWithOIDC) {
  const { provider, client, account, session, requestParamOIDCScopes } = oidc;
  if (!client || !account) return undefined;
  const known = session?.grantIdFor(client.clientId);
  const grant =
    (known && (await provider.Grant.find(known))) ||
    new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope([...requestParamOIDCScopes].join(' '));
  await grant.save();
  return grant;
}

/** What an app was granted before a scope was removed from its configuration no longer counts. */
function limitToConfiguredScopes({ Grant }: Provider, clients: readonly ClientApp[]): void {
  const granted = Object.getOwnPropertyDescriptor(Grant.prototype, 'getOIDCScopeFiltered')?.value as ScopeFilter;
  Grant.prototype.getOIDCScopeFiltered = function filtered(requested) {
    const configured: readonly string[] = clients.find(({ id }) => id === this.clientId)?.scopes ?? [];
    return granted.call(this, new Set([...requested].filter((scope) => configured.includes(scope))));
  };
}

async function askBeforeSignOut(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const visit = visits.getStore();
  const { IdTokenHint: hint } = ctx.oidc.entities;
  const sure = hint !== undefined && hint.payload.sub === ctx.oidc.session?.accountId;
  ctx.type = 'html';
  ctx.body = visit ? signOutPage(visit, { form, sure }) : form;
}

async function showProblem(ctx: KoaContextWithOIDC, { error }: { error: string }): Promise<void> {
  const visit = visits.getStore();
  ctx.type = 'html';
  ctx.body = visit ? problemPage(visit, { code: error }) : error;
}

/** The library advertises every response mode that it supports; our apps use one. */
async function restrictDiscovery(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
  await next();
  if (ctx.oidc.route === 'discovery') Object.assign(ctx.body as object, { response_modes_supported: responseModes });
}

/** Without a signed-in user there is nothing to confirm: the browser goes back to the app that signs out. */
async function redirectSignedOut(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
  await next();
  const { route, session, params } = ctx.oidc;
  if (ctx.status !== 200 || route !== 'end_session' || session?.accountId !== undefined) return;
  // The provider has compared it with the app's registered URIs, and drops it if no app is named.
  const { post_logout_redirect_uri: address, state } = params ?? {};
  if (typeof address !== 'string') return ctx.redirect('/app/login');
  const redirect = new URL(address);
  if (typeof state === 'string') redirect.searchParams.set('state', state);
  ctx.redirect(redirect.href);
}

/** Ends our session, too, before the app gets the browser back, if the user confirmed to sign out of the site. */
async function signOutOfSite(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
  await next();
  if (ctx.status !== 303 || ctx.oidc.route !== 'end_session_confirm' || !ctx.oidc.params?.['logout']) return;
  const { provider, session } = ctx.oidc;
  // Also ends the refresh tokens of apps with offline access, which the provider would keep.
  for (const { grantId } of Object.values(session?.authorizations ?? {}))
    await (grantId ? await provider.Grant.find(grantId) : undefined)?.destroy();
  for (const line of (await visits.getStore()?.signOut()) ?? []) ctx.append('set-cookie', line);
}

const isOriginOf = (origin: string) => (uri: string) => new URL(uri).origin === origin;

/**
 * The OpenID provider of the company's apps: code flow with PKCE, rotated refresh tokens, RP-initiated and back-channel
 * logout.
 */
export function openProvider(options: ProviderOptions): Provider {
  const { issuer, clients, keys, adapter, findAccount, secureCookies, onFault, onUntold } = options;
  const cookie = { httpOnly: true, sameSite: 'lax', secure: secureCookies } as const;
  const provider = new Provider(issuer, {
    adapter,
    clients: clients.map(metadataOf),
    findAccount,
    loadExistingGrant: grantRequestedScopes,
    jwks: { keys },
    cookies: { names: cookieNames(secureCookies), long: { ...cookie, path: '/' }, short: cookie },
    claims: { ...claimsOfScopes },
    scopes: [...allScopes],
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    allowOmittingSingleRegisteredRedirectUri: false,
    interactions: { url: (_context, { uid }) => `/oidc/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: true },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      backchannelLogout: { enabled: true },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: askBeforeSignOut,
        postLogoutSuccessSource: (ctx) => ctx.redirect('/app/login'),
      },
    },
    // CORS: only pages at the app's own origins may read the response to a token request.
    clientBasedCORS: (_ctx, origin, client) => (client.redirectUris ?? []).some(isOriginOf(origin)),
    renderError: showProblem,
    // URLs come from the configuration, and apps may be in the same network: no address is blocked.
    fetch: (address, { dispatcher: _, ...request }: RequestInit & { dispatcher?: unknown } = {}) =>
      fetch(address, request),
    ttl: {
      AccessToken: inSeconds(minutes(10)),
      ClientCredentials: inSeconds(minutes(10)),
      AuthorizationCode: inSeconds(minutes(1)),
      IdToken: inSeconds(minutes(10)),
      Interaction: inSeconds(hours(1)),
      Grant: inSeconds(refreshableMs),
      // Counted from the sign-in, regardless of rotation.
      RefreshToken: (_ctx, token) => Math.max(1, inSeconds(refreshableMs) - token.totalLifetime()),
      Session: () => inSeconds((visits.getStore()?.session?.expiresAt.getTime() ?? Date.now() + hours(1)) - Date.now()),
    },
  });
  limitToConfiguredScopes(provider, clients);
  provider.use(restrictDiscovery);
  provider.use(redirectSignedOut);
  provider.use(signOutOfSite);
  provider.on('server_error', (_ctx, error) => onFault(error));
  provider.on('backchannel.error', (_ctx, _error, { clientId }, userId, sid) => onUntold({ clientId, userId, sid }));
  // The HTTP route sets the forwarded headers to the configured site, so they can be trusted.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = function compare(this: { clientSecret?: string }, presented: string) {
    const hash = hashSecret(presented);
    const hashes = (this.clientSecret ?? '').split('.').map((one) => Buffer.from(one, 'hex'));
    // Every hash is compared, so that the duration does not reveal which one matches.
    return hashes.filter((one) => sameHash(one, hash)).length > 0;
  };
  return provider;
}
