import { errors, type Provider } from 'oidc-provider';
import type { Catalog } from '../catalog/package-repository.ts';
import { type Clock, minutes } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db } from '../db/pool.ts';
import type { Sealer } from '../sealed-secret.ts';
import { addressAt, type Site, type Sites } from '../sites.ts';
import { readAccount } from './account-claims.ts';
import { cookiesWithLogin } from './begin-login.ts';
import { type ClientApp, clientsAt } from './client-apps.ts';
import type { ClientLogins } from './client-logins.ts';
import { cookieNames } from './cookie-names.ts';
import { openProvider } from './open-provider.ts';
import { problemPage } from './pages.ts';
import { RecordAdapter } from './record-adapter.ts';
import { readSigningKeys, renewSigningKeys } from './signing-keys.ts';
import { visits } from './visit.ts';

export type ClientLoginOptions = {
  db: Db;
  clock: Clock;
  readCatalog: () => Promise<Catalog>;
  sealer: Sealer;
  sites: Sites;
  secureCookies: boolean;
  clients: readonly ClientApp[];
  onFault: (error: Error) => void;
};

type OpenedProvider = {
  provider: Provider;
  listener: ReturnType<Provider['callback']>;
  keyIds: string;
  lookedAt: number;
};

/**
 * The library's types omit the method that sends a signed logout token; the conformance test checks that it arrives.
 */
type LogoutClient = { backchannelLogoutUri?: string; backchannelLogout: (sub: string, sid: string) => Promise<void> };

/** How often keys are reloaded: far more often than the day for which a new one is published before it signs. */
const keyRefreshMs = minutes(1);

/** Records of the main site's issuer have no country, as when it was the only one. */
const issuedBy = (site: Site, { main }: Sites) => ({ siteCountry: site === main ? null : site.country });

/** Opens a site's provider on first use, and again when its keys have changed, without a restart. */
function providerOpener(options: ClientLoginOptions, site: Site): () => Promise<OpenedProvider> {
  const issuer = issuedBy(site, options.sites);
  let opened: OpenedProvider | null = null;
  let loading: Promise<OpenedProvider> | null = null;
  const open = async (): Promise<OpenedProvider> => {
    const keys = await readSigningKeys(options);
    const keyIds = keys.map(({ kid }) => kid).join();
    if (opened?.keyIds === keyIds) return { ...opened, lookedAt: Date.now() };
    const provider = openProvider({
      ...options,
      issuer: addressAt(site, '/oidc').href,
      clients: clientsAt(options.clients, site),
      keys,
      adapter: (kind) => new RecordAdapter(options.db, { kind, ...issuer }),
      findAccount: (_ctx, id) => readAccount(options, id),
      onUntold: (logout) =>
        void enqueue(options.db, { name: 'send-client-logout', payload: { ...logout, ...issuer } }).catch(
          options.onFault,
        ),
    });
    return { provider, listener: provider.callback(), keyIds, lookedAt: Date.now() };
  };
  return async () => {
    if (opened && Date.now() - opened.lookedAt < keyRefreshMs) return opened;
    loading ??= open()
      .then((found) => (opened = found))
      .finally(() => {
        loading = null;
      });
    return loading;
  };
}

/**
 * Adds `iss`, so that an app with several issuers knows at which one its user signs in (OpenID Connect Core 1.0, 4).
 */
function withIssuer(url: string, site: Site): string {
  const address = new URL(url);
  address.searchParams.set('iss', addressAt(site, '/oidc').href);
  return address.href;
}

export function openClientLogins(options: ClientLoginOptions): ClientLogins {
  const { db, clients, secureCookies, sites } = options;
  const openers = new Map(sites.all.map((site) => [site, providerOpener(options, site)]));
  const open = (site: Site) => (openers.get(site) ?? providerOpener(options, site))();
  const cookieName = cookieNames(secureCookies).session;
  return {
    answer: async ({ request, response, site, begin }, visit, use) => {
      const { provider, listener } = await open(site);
      const loginContext = { db, provider, cookieName, visit, use };
      request.headers.cookie = await cookiesWithLogin(request.headers.cookie, loginContext);
      begin();
      await visits.run(visit, async () => listener(request, response));
    },
    readStep: async ({ request, response, site }) => {
      const { provider } = await open(site);
      return provider.interactionDetails(request, response).catch((error: unknown) => {
        if (error instanceof errors.SessionNotFound) return null;
        throw error;
      });
    },
    finishStep: async ({ request, response, site }, result) =>
      (await open(site)).provider.interactionResult(request, response, result),
    scopesOfService: async ({ token, site }) => {
      const found = await (await open(site)).provider.ClientCredentials.find(token);
      // A scope that was removed from the service's configuration since no longer counts.
      const service = clientsAt(clients, site).find(({ id }) => id === found?.clientId);
      return found && service ? service.scopes.filter((scope) => found.scopes.has(scope)) : null;
    },
    problemPage,
    appAt: (site) => {
      const [first] = clientsAt(clients, site).flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]));
      return first && { ...first, url: sites.all.length === 1 ? first.url : withIssuer(first.url, site) };
    },
    logoutOrigins: [
      ...new Set(clients.flatMap((client) => client.postLogoutRedirectUris.map((uri) => new URL(uri).origin))),
    ],
    sendLogout: async ({ clientId, userId, sid, siteCountry = null }) => {
      const { provider } = await open(sites.of({ siteCountry }));
      const client = (await provider.Client.find(clientId)) as LogoutClient | undefined;
      if (client?.backchannelLogoutUri) await client.backchannelLogout(userId, sid);
    },
    renewKeys: () => renewSigningKeys(options),
  };
}
