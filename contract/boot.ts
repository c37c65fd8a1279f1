import type { LocalText } from './announcements.ts';
import type { Language } from './languages.ts';
import type { ServedCountry } from './countries.ts';
import type { ExperimentKey, ExperimentState } from './experiments.ts';
import type { StorageConsent } from './storage.ts';

export const languageCookie = 'language';

/**
 * A marker without any secret that scripts may read: where it is missing, nobody is signed in and nothing has to be
 * asked.
 */
export const signedInCookie = 'signed_in';

/** Somebody left quickly: set by the page (`web/site/leave-quickly.ts`), for as long as they do not come back. */
export const leftCookie = 'left';

/** Addresses of the affiliate's script and pixel. A page that is told them has a policy that lets them in. */
export type AffiliateTag = { script: string; pixel: string };

/** The pages on which an affiliate's tag may load: receipts, and nothing else. */
export const affiliatePages = ['/app/join/receipt', '/app/join/invite/receipt'] as const;

/**
 * What the server knows when it sends a page; the browser reads it from the JSON element `boot`.
 * `countryCode` has its plus. An experiment that is missing is off, a feature that is missing is not there.
 */
export type BootData = {
  language: Language;
  /** Where the site stands: decides the default phone country code and the support phone (specification 1). */
  siteCountry: ServedCountry;
  countryCode: string;
  /**
   * Stable for one browser; names nobody. Empty where nothing may be counted: then every running experiment shows its
   * control.
   */
  anonymousId: string;
  consent: StorageConsent;
  experiments: Partial<Record<ExperimentKey, ExperimentState>>;
  features: Record<string, boolean>;
  /** What growth says for a time at the top of sign-up pages, in place of the built-in text. */
  banner?: LocalText;
  /** The same of a discount link's offer; holds `percentMark`. */
  offer?: LocalText;
  /** The neutral page of another site that whoever leaves quickly is shown. */
  leaveAddress: string;
  /**
   * Names the build that the page is of. Calls carry it, so that the server can tell an old page from a wrong request.
   */
  release?: string;
  /** Google's name for the merchant, without which Google Pay takes no real payment. */
  googleMerchantId?: string;
  /** The app of the company that people go on to from receipts and their start page. */
  app?: { name: string; url: string };
  /**
   * On receipts only, when there is an affiliate; elsewhere `features.affiliate` tells that a receipt must be a page of
   * its own.
   */
  affiliate?: AffiliateTag;
};

export function experimentState(boot: BootData, key: ExperimentKey): ExperimentState {
  return boot.experiments[key] ?? 'off';
}

/** Carries `release` with each call of the API. */
export const releaseHeader = 'x-release';

/**
 * Where the build leaves room in a page for what only the server knows: the boot data, the answer's nonce, the
 * address of the neutral page and support's phone.
 */
export const pageMarks = { boot: '<!--boot-->', nonce: '__NONCE__', leave: '__LEAVE__', phone: '__PHONE__' } as const;

/** Written by the build, read by the server: which addresses have a page of their own, and which exist at all. */
export type PageTable = {
  release: string;
  entryPages: { name: string; address: string; experiment?: ExperimentKey }[];
  addresses: string[];
};
