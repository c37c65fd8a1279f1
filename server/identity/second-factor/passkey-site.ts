/**
 * Which site passkeys belong to. `rpId`: the host, or a domain above it that several sites share; a passkey works for
 * it and what lies below, and a change of it makes every passkey useless. `origin`: where this site's pages come from.
 */
export type PasskeySite = { rpId: string; origin: string };

/** Whether a browser lets pages of this address use passkeys of that domain (WebAuthn 2, 13.4.9). */
export function mayUse({ rpId, publicUrl }: { rpId: string; publicUrl: string }): boolean {
  const { hostname } = new URL(publicUrl);
  return hostname === rpId || (rpId.includes('.') && hostname.endsWith(`.${rpId}`));
}
