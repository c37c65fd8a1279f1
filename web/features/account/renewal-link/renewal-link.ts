import { tabStorage } from '#web/site/tab-storage.ts';

/** What a mail's cancel link brought: one subscription, and the secret that opens its renewal. */
export type RenewalLink = { subscriptionId: string; token: string };

const name = 'renewal-link';
const tokenPattern = /^[A-Za-z0-9_-]{20,128}$/;
const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const storage = tabStorage();

/** The link of `#subscription=…&token=…`; null when the fragment is about something else, or cannot be right. */
export function renewalLinkOf(hash: string): RenewalLink | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const subscriptionId = fragment.get('subscription') ?? '';
  const token = fragment.get('token') ?? '';
  return idPattern.test(subscriptionId) && tokenPattern.test(token) ? { subscriptionId, token } : null;
}

/** Kept for this tab, so that a reload goes on; no other tab knows it. */
export function keepRenewalLink({ subscriptionId, token }: RenewalLink): void {
  void storage.setItem(name, `#subscription=${subscriptionId}&token=${token}`);
}

export function keptRenewalLink(): RenewalLink | null {
  const kept = storage.getItem(name);
  return typeof kept === 'string' ? renewalLinkOf(kept) : null;
}

export function forgetRenewalLink(): void {
  void storage.removeItem(name);
}
