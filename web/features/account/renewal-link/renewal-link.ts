import { secretsOf } from '#contract/sign-in/mailed-link.ts';
import { tabStorage } from '#web/site/tab-storage.ts';

/** The content of a mail's cancel link: a subscription, and the token that authorises its renewal. */
export type RenewalLink = { subscriptionId: string; token: string };

export const renewalSecrets = ['subscription', 'token'] as const;
const name = 'renewal-link';
const tokenPattern = /^[A-Za-z0-9_-]{20,128}$/;
const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const storage = tabStorage();

/** Parses `#subscription=…&token=…`; null if the fragment is something else or invalid. */
export function renewalLinkOf(hash: string): RenewalLink | null {
  const [subscriptionId = '', token = ''] = secretsOf(hash, renewalSecrets) ?? [];
  return idPattern.test(subscriptionId) && tokenPattern.test(token) ? { subscriptionId, token } : null;
}

/** Stored for this tab alone, so that a reload works. */
export function storeRenewalLink({ subscriptionId, token }: RenewalLink): void {
  storage.setItem(name, `#subscription=${subscriptionId}&token=${token}`);
}

export function storedRenewalLink(): RenewalLink | null {
  return renewalLinkOf(storage.getItem(name) ?? '');
}

export function forgetRenewalLink(): void {
  storage.removeItem(name);
}
