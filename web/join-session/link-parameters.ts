import type { Discount, JoinSession } from './join-session.ts';
import { changeSession } from './session-store.ts';

const referrerPattern = /^[A-Za-z0-9_-]{1,64}$/;
const base64urlPattern = /^[A-Za-z0-9_-]+={0,2}$/;
const maxPrefillLength = 4000;

/** Decodes base64url (UTF-8); null if it is invalid. */
export function decodeBase64url(encoded: string): string | null {
  if (!base64urlPattern.test(encoded)) return null;
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(binary, (character) => character.charCodeAt(0)),
    );
  } catch {
    return null;
  }
}

/** `?discount=true&referrer=KEY&percentage=…` (base64url of a whole number, 1 to 90); anything else is no discount. */
export function discountOf(query: URLSearchParams): Discount | null {
  const referrer = query.get('referrer') ?? '';
  const text = decodeBase64url(query.get('percentage') ?? '');
  if (query.get('discount') !== 'true' || !referrerPattern.test(referrer) || text === null || !/^\d{1,2}$/.test(text))
    return null;
  const percentage = Number(text);
  return percentage >= 1 && percentage <= 90 ? { referrer, percentage } : null;
}

/** What a link sets in the session: a discount, prefilled details, a package of the pricing page. */
export function linkParametersOf(search: string): Partial<JoinSession> {
  const query = new URLSearchParams(search);
  const discount = discountOf(query);
  const prefill = query.get('prefill');
  const packageId = query.get('package');
  return {
    ...(discount ? { discount } : {}),
    ...(prefill && prefill.length <= maxPrefillLength ? { prefill } : {}),
    ...(packageId && /^\d{1,9}$/.test(packageId) ? { preselectedPackageId: Number(packageId) } : {}),
  };
}

/** Stores the link's parameters, and removes personal details from address bar and history. */
export function takeLinkParameters(page: Window): void {
  const parameters = linkParametersOf(page.location.search);
  changeSession((session) => ({ ...session, ...parameters }));
  const address = new URL(page.location.href);
  if (!address.searchParams.has('prefill')) return;
  address.searchParams.delete('prefill');
  page.history.replaceState(page.history.state, '', address);
}
