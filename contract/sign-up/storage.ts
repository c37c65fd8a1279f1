/**
 * Consent to optional storage: the visitor's id, counted events, the affiliate's tag. `ask`: nothing until there is an
 * answer. `not-needed`: everything unless refused.
 */
export type StorageConsent = 'not-needed' | 'ask' | 'given' | 'refused';

/** Contains the answer, `yes` or `no`. */
export const consentCookie = 'storage_consent';
/** The visitor's anonymous id, for counting visits and assigning experiments. */
export const anonymousCookie = 'anonymous_id';
/** An answer and a visitor's id expire after this; then the question is asked again. */
export const consentDays = 180;

export function allowsMeasuring(consent: StorageConsent): boolean {
  return consent === 'given' || consent === 'not-needed';
}

type StorageConsentParams = { answer: string | undefined; optsOut: boolean; asksFirst: boolean };

/**
 * `answer`: the cookie. `optsOut`: the browser sends Global Privacy Control; an explicit answer overrides it.
 * `asksFirst`: the site's law requires consent before optional storage.
 */
export function storageConsent({ answer, optsOut, asksFirst }: StorageConsentParams): StorageConsent {
  if (answer === 'yes') return 'given';
  if (answer === 'no' || optsOut) return 'refused';
  return asksFirst ? 'ask' : 'not-needed';
}
