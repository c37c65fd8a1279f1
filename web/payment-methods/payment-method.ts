import { countryRow } from '#contract/fields/countries.ts';
import type { Day } from '#contract/fields/day.ts';
import type { PaymentType, WalletType } from '#contract/sign-up/payment-types.ts';

/**
 * The browser's payment interfaces: what a screen may expect of a card form and of a wallet, whatever the gateway. No
 * card number, expiry or security code ever passes through these types.
 */

/* The card */

export const cardFields = ['number', 'expirationDate', 'cvv'] as const;
export type CardField = (typeof cardFields)[number];

export const cardBrands = ['visa', 'master-card', 'discover', 'american-express'] as const;
export type CardBrand = (typeof cardBrands)[number];

export type CardFieldState = { isFocused: boolean; isEmpty: boolean; isPotentiallyValid: boolean; isValid: boolean };
export type CardFieldEvent =
  | 'focus'
  | 'blur'
  | 'empty'
  | 'notEmpty'
  | 'validityChange'
  | 'cardTypeChange'
  | 'inputSubmitRequest';

/** A brand that the number may be of; `code` is its security code. Includes brands that are not accepted. */
export type PossibleCard = { type: string; niceType: string; code: { name: string; size: number } };

/**
 * `slow`: not ready after 15 s, still waiting. `unavailable`: blocked, or not set up within 60 s
 * (`HOSTED_FIELDS_TIMEOUT`); final.
 */
export type CardFieldsStatus =
  | { status: 'loading' | 'slow' | 'ready' }
  | { status: 'unavailable'; code: 'unavailable' | 'HOSTED_FIELDS_TIMEOUT' };

export type CardFieldsState = CardFieldsStatus & {
  fields: Record<CardField, CardFieldState>;
  cards: PossibleCard[];
  /** All three fields are valid: the card can be tokenised. */
  isValid: boolean;
};

/** `cause` is null if the status changed without user input. */
export type CardFieldsListener = (
  state: CardFieldsState,
  cause: { event: CardFieldEvent; emittedBy: CardField } | null,
) => void;

export type CardBilling = {
  streetAddress?: string;
  extendedAddress?: string;
  locality?: string;
  region?: string;
  postalCode?: string;
  /** ISO 3166-1 alpha-2. */
  countryCodeAlpha2?: string;
};

export type TokenizedCard = {
  ok: true;
  nonce: string;
  type: 'CreditCard';
  details: { bin: string; cardType: string; lastFour: string; expirationMonth: string; expirationYear: string };
  /** The device's id for the gateway's fraud check; null if not requested or not ready. */
  deviceData: string | null;
};

/**
 * `FAILED`, `DUPLICATE` and `CVV`: the card was refused. `NETWORK_ERROR`: try again. `NOT_READY`: the fields are not
 * there. Nothing was charged.
 */
export type CardRefusal =
  | { ok: false; code: 'HOSTED_FIELDS_FIELDS_EMPTY' }
  | { ok: false; code: 'HOSTED_FIELDS_FIELDS_INVALID'; invalidFieldKeys: CardField[] }
  | {
      ok: false;
      code:
        | 'HOSTED_FIELDS_FAILED_TOKENIZATION'
        | 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR'
        | 'HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE'
        | 'HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED'
        | 'NOT_READY';
    };
export type TokenizeOutcome = TokenizedCard | CardRefusal;

export type CardFieldTexts = { label: string; placeholder: string | null };

/** CSS properties of the text in a field: `color`, `font-size`, … The box around it is the page's. */
export type CardFieldStyles = Record<string, string>;

export type CardFieldsOptions = {
  clientToken: string;
  texts: Record<CardField, CardFieldTexts>;
  styles: CardFieldStyles;
  language: 'en' | 'es';
  /** Accepted brands; the number of another is invalid. */
  brands: readonly CardBrand[];
  /** Collect device data with the card. A payment never waits for it. */
  withDeviceData: boolean;
};

export type CardFieldsDriver = {
  /** Mounts a frame in each element, once; the state reports the result. */
  mount: (places: Record<CardField, HTMLElement>) => void;
  state: () => CardFieldsState;
  /** Returns the unsubscribe function. */
  onState: (listener: CardFieldsListener) => () => void;
  tokenize: (card: { cardholderName: string | null; billing: CardBilling | null }) => Promise<TokenizeOutcome>;
  focus: (field: CardField) => void;
  /** Marks a field invalid for screen readers, with the text shown under it; null removes the mark. */
  setMessage: (field: CardField, text: string | null) => void;
  /** The page's language changed. */
  setTexts: (texts: Record<CardField, CardFieldTexts>, language: 'en' | 'es') => void;
  /** The page's colours changed. A driver may have to start over with empty fields. */
  setStyles: (styles: CardFieldStyles) => void;
  destroy: () => void;
};

/* Wallets */

/** Wallets of the device: their sheet shows the amount, and they are above the card. */
export const sheetWallets: readonly WalletType[] = ['APPLE_PAY', 'GOOGLE_PAY'];
export const hasSheet = (wallet: WalletType): boolean => sheetWallets.includes(wallet);

/**
 * `cancelled`: the person closed it or declined. `in_progress`: its window is already open. `unsupported`: not in this
 * browser or not for this merchant.
 */
export type WalletRefusalCode = 'cancelled' | 'popup_blocked' | 'in_progress' | 'failed' | 'unsupported';

/** The content of a wallet's own sheet before approval. Amounts are US cents. */
export type WalletOrder = {
  totalCents: number;
  /** The next charge of each subscription, on an ISO day; yearly from then on. */
  renewals: readonly { amount: number; date: Day }[];
};

/**
 * `accountLabel` identifies it for the person: the PayPal e-mail, the Venmo user name, the card behind Apple Pay or
 * Google Pay.
 */
export type WalletOutcome =
  | { ok: true; nonce: string; details: { accountLabel: string } }
  | { ok: false; code: WalletRefusalCode };

export type WalletDriver = {
  /** Call it within the click: browsers block a window or sheet opened later. */
  authorize: (order: WalletOrder) => Promise<WalletOutcome>;
  /** An approval made in the wallet's app while this page was in the background. */
  resume: () => Promise<WalletOutcome> | null;
  destroy: () => void;
};

/** `setup_failed`: the wallet could not be reached; a retry may work. */
export type WalletSetUp = { ok: true; driver: WalletDriver } | { ok: false; code: 'unsupported' | 'setup_failed' };

/** The payment methods offered to a payer in `country` (ISO alpha-2; specification 2.8 and 6). */
export function offeredPaymentTypes({
  country,
  hidden,
}: {
  country: string;
  hidden: readonly PaymentType[];
}): PaymentType[] {
  const wallets = countryRow(country)?.wallets ?? [];
  return (['CREDIT_CARD', ...wallets] as const).filter((type) => !hidden.includes(type));
}

/** The loading state of the client token. */
export type ClientTokenState =
  | { status: 'loading' }
  | { status: 'failed' }
  | {
      status: 'ready';
      clientToken: string;
      /** `required`: the server accepts a card of this billing country only with an authenticated holder. */
      authentication: 'required' | 'if_asked';
    };
