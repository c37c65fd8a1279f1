import { secretsOf } from '#contract/sign-in/mailed-link.ts';
import { storeCredentialsToken } from './credentials-token.ts';
import { takeInviteLink } from './invite-link.ts';
import { takeLinkParameters } from './link-parameters.ts';

/**
 * Stores the parameters of a link into the sign-up, and removes its secrets from address bar and history: before the
 * first render, and when a link is opened in a loaded page, where only the fragment changes (SEC7). Most addresses have
 * none.
 */
export function takeLinks(page: Window): void {
  takeLinkParameters(page);
  takeCredentialsToken(page);
  takeInviteLink(page);
}

/** Stores the token of `#token=…`, and removes it from address bar and history. */
function takeCredentialsToken(page: Window): void {
  if (!page.location.pathname.endsWith('/join/credentials') || !page.location.hash) return;
  const [token] = secretsOf(page.location.hash, ['token']) ?? [];
  if (token !== undefined) storeCredentialsToken(token);
  page.history.replaceState(page.history.state, '', page.location.pathname + page.location.search);
}
