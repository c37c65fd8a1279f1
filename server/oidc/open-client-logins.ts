import { errors, type Provider } from 'oidc-provider';
import type { Catalog } from '../catalog/package-repository.ts';
import { type Clock, minutes } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db } from '../db/pool.ts';
import type { Sealer } from '../sealed-secret.ts';
import { readAccount } from './account-claims.ts';
import { cookiesWithLogin } from './begin-login.ts';
import type { ClientApp } from './client-apps.ts';
import type { ClientLogins } from './client-logins.ts';
import { cookieNames, openProvider } from './open-provider.ts';
import { problemPage } from './pages.ts';
import { RecordAdapter } from './record-adapter.ts';
import { readSigningKeys, renewSigningKeys } from './signing-keys.ts';
import { visits } from './visit.ts';

export type ClientLoginOptions = {
  db: Db;
  clock: Clock;
  readCatalog: () => Promise<Catalog>;
  sealer: Sealer;
  publicUrl: string;
  secureCookies: boolean;
  clients: readonly ClientApp[];
  onFault: (error: Error) => void;
};

type Opened = { provider: Provider; listener: ReturnType<Provider['callback']>; keyIds: string; lookedAt: number };

/** Its types leave out what it signs and sends a logout token with; the conformance test sees it arrive. */
type LogoutClient = { backchannelLogoutUri?: string; backchannelLogout: (sub: string, sid: string) => Promise<void> };

/** Keys are looked for this often: far more often than a new one is published before it signs. */
const keysEveryMs = minutes(1);

/** Opens the provider when somebody first asks, and again when its keys have changed; no restart is needed. */
function providerOpener(options: ClientLoginOptions): () => Promise<Opened> {
  let opened: Opened | null = null;
  let looking: Promise<Opened> | null = null;
  const open = async (): Promise<Opened> => {
    const keys = await readSigningKeys(options);
    const keyIds = keys.map(({ kid }) => kid).join();
    if (opened?.keyIds === keyIds) return { ...opened, lookedAt: Date.now() };
    const provider = openProvider({
      ...options,
      issuer: `${new URL(options.publicUrl).origin}/oidc`,
      keys,
      adapter: (kind) => new RecordAdapter(options.db, kind),
      findAccount: (_ctx, id) => readAccount(options, id),
      onUntold: (payload) => void enqueue(options.db, { name: 'send-client-logout', payload }).catch(options.onFault),
    });
    return { provider, listener: provider.callback(), keyIds, lookedAt: Date.now() };
  };
  return async () => {
    if (opened && Date.now() - opened.lookedAt < keysEveryMs) return opened;
    looking ??= open()
      .then((found) => (opened = found))
      .finally(() => {
        looking = null;
      });
    return looking;
  };
}

export function openClientLogins(options: ClientLoginOptions): ClientLogins {
  const { db, clients, secureCookies } = options;
  const open = providerOpener(options);
  const cookieName = cookieNames(secureCookies).session;
  return {
    answer: async ({ request, response }, visit, use) => {
      const { provider, listener } = await open();
      const asking = { db, provider, cookieName, visit, use };
      request.headers.cookie = await cookiesWithLogin(request.headers.cookie, asking);
      await visits.run(visit, async () => listener(request, response));
    },
    readStep: async ({ request, response }) => {
      const { provider } = await open();
      return provider.interactionDetails(request, response).catch((error: unknown) => {
        if (error instanceof errors.SessionNotFound) return null;
        throw error;
      });
    },
    finishStep: async ({ request, response }, result) =>
      (await open()).provider.interactionResult(request, response, result),
    scopesOfService: async (token) => {
      const found = await (await open()).provider.ClientCredentials.find(token);
      // What the configuration has taken from a service since is gone at once.
      const service = clients.find(({ id }) => id === found?.clientId);
      return found && service ? service.scopes.filter((scope) => found.scopes.has(scope)) : null;
    },
    problemPage,
    app: clients.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]))[0],
    logoutOrigins: [
      ...new Set(clients.flatMap((client) => client.postLogoutRedirectUris.map((uri) => new URL(uri).origin))),
    ],
    sendLogout: async ({ clientId, userId, sid }) => {
      const client = (await (await open()).provider.Client.find(clientId)) as LogoutClient | undefined;
      if (client?.backchannelLogoutUri) await client.backchannelLogout(userId, sid);
    },
    renewKeys: () => renewSigningKeys(options),
  };
}
