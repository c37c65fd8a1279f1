import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interaction, InteractionResults } from 'oidc-provider';
import type { Site } from '../sites.ts';
import type { KeysRenewed } from './signing-keys.ts';
import type { LoginUse, Visit } from './visit.ts';

/** An app's authorization request, while its user logs in. */
export type LoginStep = Interaction;

/** `site`: the requested site; each site is its own issuer. */
type Exchange = { request: IncomingMessage; response: ServerResponse; site: Site };

/** The OpenID provider through which the company's apps sign people in. */
export type ClientLogins = {
  /**
   * Answers a request to one of the provider's endpoints. `begin` is called just before, when nothing else can fail: it
   * leaves the response to the provider, and makes the request's URL relative to the issuer.
   */
  answer: (exchange: Exchange & { begin: () => void }, visit: Visit, use: LoginUse) => Promise<void>;
  /** The authorization request that the browser is in the middle of; null if it no longer exists. */
  readStep: (exchange: Exchange) => Promise<LoginStep | null>;
  /** Completes it; resolves to the URL where the browser continues. */
  finishStep: (exchange: Exchange, result: InteractionResults) => Promise<string>;
  /** The scopes of a service's client-credentials token; null for any other token and an expired one. */
  scopesOfService: (request: { token: string; site: Site }) => Promise<readonly string[] | null>;
  problemPage: (visit: Pick<Visit, 'language' | 'nonce'>, problem: { code: string }) => string;
  /** The first app of a site that has a start page. */
  appAt: (site: Site) => { name: string; url: string } | undefined;
  /** Origins to which a sign-out may redirect. */
  logoutOrigins: string[];
  /** Notifies an app that a user's session has ended. Throws if the app does not accept it; it is then retried. */
  sendLogout: (logout: { clientId: string; userId: string; sid: string; siteCountry?: string | null }) => Promise<void>;
  renewKeys: () => Promise<KeysRenewed>;
};
