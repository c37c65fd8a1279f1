import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interaction, InteractionResults } from 'oidc-provider';
import type { KeysRenewed } from './signing-keys.ts';
import type { LoginUse, Visit } from './visit.ts';

/** What an app has asked for, while its person logs in. */
export type LoginStep = Interaction;

type Exchange = { request: IncomingMessage; response: ServerResponse };

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
  scopesOfService: (token: string) => Promise<readonly string[] | null>;
  problemPage: (visit: Pick<Visit, 'language' | 'nonce'>, problem: { code: string }) => string;
  /** The first app that says where it begins. */
  app: { name: string; url: string } | undefined;
  /** Where a sign-out may lead on to. */
  logoutOrigins: string[];
  /** Tells an app that somebody's session there is over. Throws where it does not take it; then it is told again. */
  sendLogout: (logout: { clientId: string; userId: string; sid: string }) => Promise<void>;
  renewKeys: () => Promise<KeysRenewed>;
};
