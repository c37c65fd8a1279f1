import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interaction, InteractionResults } from 'oidc-provider';
import type { Site } from '../sites.ts';
import type { KeysRenewed } from './signing-keys.ts';
import type { LoginUse, Visit } from './visit.ts';

/** An app's authorization request, while its user logs in. */
export type LoginStep = Interaction;

/** `site`: the one it is at; each is an issuer of its own. */
type Exchange = { request: IncomingMessage; response: ServerResponse; site: Site };

/** The company's apps sign people in here: this site is their OpenID provider. */
export type ClientLogins = {
  /**
   * Answers a request for one of the provider's endpoints, its address relative to the issuer.
   */
  answer: (exchange: Exchange, visit: Visit, use: LoginUse) => Promise<void>;
  /** The sign-in that a browser is in the middle of; null where there is none any more. */
  readStep: (exchange: Exchange) => Promise<LoginStep | null>;
  /** Where the browser goes on. */
  finishStep: (exchange: Exchange, result: InteractionResults) => Promise<string>;
  /** What a token opens that a service got for its client credentials; null of any other and of one that expired. */
  scopesOfService: (request: { token: string; site: Site }) => Promise<readonly string[] | null>;
  problemPage: (visit: Pick<Visit, 'language' | 'nonce'>, problem: { code: string }) => string;
  /** The first app of a site that says where it begins. */
  appAt: (site: Site) => { name: string; url: string } | undefined;
  /** Where a sign-out may lead on to. */
  logoutOrigins: string[];
  /** Notifies an app that a user's session has ended. Throws if the app does not accept it; it is then retried. */
  sendLogout: (logout: { clientId: string; userId: string; sid: string; siteCountry?: string | null }) => Promise<void>;
  renewKeys: () => Promise<KeysRenewed>;
};
