import type { ServedCountry } from './fields/countries.ts';
import type { Language } from './fields/languages.ts';
import type { ExperimentKey, ExperimentState } from './sign-up/experiments.ts';
import type { StorageConsent } from './sign-up/storage.ts';
import type { LocalText } from './staff/announcements.ts';

export const languageCookie = 'language';

/** A marker cookie without any secret, readable by scripts: without it nobody is signed in, and no call is needed. */
export const signedInCookie = 'signed_in';

/** Somebody left quickly: set by the page (`web/site/leave-quickly.ts`), until they return. */
export const leftCookie = 'left';

/** URLs of the affiliate's script and pixel, only on a page whose content security policy allows them. */
export type AffiliateTag = { script: string; pixel: string };

/** The pages on which an affiliate's tag may load: only receipts. */
export const affiliatePages = ['/app/join/receipt', '/app/join/invite/receipt'] as const;

/**
 * What the server knows when it sends a page; the browser reads it from the JSON element `boot`. `countryCode` has its
 * plus. A missing experiment is off, a missing feature does not exist.
 */
export type BootData = {
  language: Language;
  /** When the server sent the page, by its own clock, in ms: browsers' clocks are wrong. Not in a prerendered page. */
  sentAt?: number;
  /** The site's country: decides the default calling code and the support phone (specification 1). */
  siteCountry: ServedCountry;
  countryCode: string;
  /**
   * Stable for one browser, and anonymous. Empty where counting is not allowed: every running experiment then shows its
   * control.
   */
  anonymousId: string;
  consent: StorageConsent;
  experiments: Partial<Record<ExperimentKey, ExperimentState>>;
  features: Record<string, boolean>;
  /** This site never sends a text message. What staff switch off for a while is an experiment, `hide-texts`. */
  noTexts?: true;
  /** A text by growth for the top of sign-up pages, replacing the built-in one for a time. */
  banner?: LocalText;
  /** The same for a discount link's offer; contains `percentMark`. */
  offer?: LocalText;
  /** The neutral page of another site for the quick exit. */
  leaveAddress: string;
  /** The lowest monthly price of a one-year plan in the site's own list, formatted; absent if unknown. */
  fromPerMonth?: string;
  /**
   * Identifies the page's build. Calls send it, so that the server can distinguish an old page from a wrong request.
   */
  release?: string;
  /** Google's id of the merchant, without which Google Pay takes no real payment. */
  googleMerchantId?: string;
  /** The company's app to which receipts and start pages lead. */
  app?: { name: string; url: string };
  /**
   * On receipts only, with an affiliate; elsewhere `features.affiliate` says that a receipt must be a document of its
   * own.
   */
  affiliate?: AffiliateTag;
};

export function experimentState(boot: BootData, key: ExperimentKey): ExperimentState {
  return boot.experiments[key] ?? 'off';
}

/** Carries `release` with each call of the API. */
export const releaseHeader = 'x-release';

/**
 * Placeholders in a built page for what only the server knows: the boot data, the response's nonce, the address of the
 * neutral page, support's phone and the lowest price.
 */
export const pageMarks = {
  boot: '<!--boot-->',
  nonce: '__NONCE__',
  leave: '__LEAVE__',
  phone: '__PHONE__',
  price: '__PRICE__',
} as const;

/** Written by the build, read by the server: which addresses have a page of their own, and which exist at all. */
export type PageTable = {
  release: string;
  entryPages: { name: string; address: string; experiment?: ExperimentKey }[];
  addresses: string[];
};
