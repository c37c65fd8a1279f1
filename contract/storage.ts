/**
 * What may be kept that is not needed: the visitor's number, counted events, the affiliate's tag. `ask`: nothing until
 * somebody answers.
 * `not-needed`: everything until somebody refuses.
 */
export type StorageConsent = 'not-needed' | 'ask' | 'given' | 'refused';

/** Holds the answer, `yes` or `no`. */
export const consentCookie = 'storage_consent';
/** The visitor's number: counts visits and divides experiments; names nobody. */
export const anonymousCookie = 'anonymous_id';
/** An answer and a visitor's number are forgotten after this; then the question is asked again. */
export const consentDays = 180;

export function allowsMeasuring(consent: StorageConsent): boolean {
  return consent === 'given' || consent === 'not-needed';
}

type StorageConsentParams = { answer: string | undefined; optsOut: boolean; asksFirst: boolean };

/**
 * `answer`: the cookie. `optsOut`: the browser sends Global Privacy Control; an answer given here outweighs it.
 * `asksFirst`: where the site stands, the law asks before anything is kept that is not needed.
 */
export function storageConsent({ answer, optsOut, asksFirst }: StorageConsentParams): StorageConsent {
  if (answer === 'yes') return 'given';
  if (answer === 'no' || optsOut) return 'refused';
  return asksFirst ? 'ask' : 'not-needed';
}
