import { countryRow } from '#contract/countries.ts';
import type { PaymentType, WalletType } from '#contract/payment-types.ts';

/**
 * The browser's side of paying: what a screen may expect of a card form and of a wallet, whoever the gateway is.
 * No card number, expiry or security code ever passes through these types.
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

/**
 * A brand the number may still be of; `code` is its security code. Other brands of the gateway are told by name too.
 */
export type PossibleCard = { type: string; niceType: string; code: { name: string; size: number } };

/**
 * `slow`: not there after 15 s, still awaited. `unavailable`: blocked, or not set up within 60 s
 * (`HOSTED_FIELDS_TIMEOUT`); nothing more will come.
 */
export type CardFieldsStatus =
  | { status: 'loading' | 'slow' | 'ready' }
  | { status: 'unavailable'; code: 'unavailable' | 'HOSTED_FIELDS_TIMEOUT' };

export type CardFieldsState = CardFieldsStatus & {
  fields: Record<CardField, CardFieldState>;
  cards: PossibleCard[];
  /** All three fields are valid: the form can be tokenised. */
  isValid: boolean;
};

/** `cause` is null where the status changed without anybody's doing. */
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
  /** What the gateway's fraud check knows this device by; null where it is not wanted or did not come. */
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

/** Properties of the text in a field, CSS names: `color`, `font-size`, … The box around it is the page's. */
export type CardFieldStyles = Record<string, string>;

export type CardFieldsOptions = {
  clientToken: string;
  words: Record<CardField, CardFieldTexts>;
  styles: CardFieldStyles;
  language: 'en' | 'es';
  /** Brands that are taken; a number of another is not valid. */
  brands: readonly CardBrand[];
  /** Collect device data beside the card. It is never waited for: a payment goes without it. */
  withDeviceData: boolean;
};

export type CardFieldsDriver = {
  /** Puts a frame into each element. Once; how it went is in the state. */
  mount: (places: Record<CardField, HTMLElement>) => void;
  state: () => CardFieldsState;
  /** Returns the way to stop listening. */
  onState: (listener: CardFieldsListener) => () => void;
  tokenize: (card: { cardholderName: string | null; billing: CardBilling | null }) => Promise<TokenizeOutcome>;
  focus: (field: CardField) => void;
  /** Marks a field invalid for screen readers, with the text shown under it; null takes the mark away. */
  setMessage: (field: CardField, text: string | null) => void;
  /** The page's language changed. */
  setTexts: (words: Record<CardField, CardFieldTexts>, language: 'en' | 'es') => void;
  /** The page's colours changed. A driver may have to begin again with empty fields. */
  setStyles: (styles: CardFieldStyles) => void;
  destroy: () => void;
};

/* Wallets */

/** Wallets of a phone or browser: their sheet shows what is paid, and they stand above the card. */
export const sheetWallets: readonly WalletType[] = ['APPLE_PAY', 'GOOGLE_PAY'];
export const hasSheet = (wallet: WalletType): boolean => sheetWallets.includes(wallet);

/**
 * `cancelled`: the person closed or declined. `in_progress`: its window is open already. `unsupported`: not in this
 * browser or not for this merchant.
 */
export type WalletRefusalCode = 'cancelled' | 'popup_blocked' | 'in_progress' | 'failed' | 'unsupported';

/** What a wallet's own sheet shows before it is approved. Amounts are US cents. */
export type WalletOrder = {
  totalCents: number;
  /** The next charge of each subscription, on an ISO day; then yearly. */
  renewals: readonly { amount: number; date: string }[];
};

/**
 * `accountLabel` is what the person knows it by: the PayPal e-mail, the Venmo user name, the card behind Apple Pay or
 * Google Pay.
 */
export type WalletOutcome =
  | { ok: true; nonce: string; details: { accountLabel: string } }
  | { ok: false; code: WalletRefusalCode };

export type WalletDriver = {
  /** Call it in the click itself: a window or a sheet opened later is blocked. */
  authorize: (order: WalletOrder) => Promise<WalletOutcome>;
  /** An approval that was given while this page was away (an app on the phone brought the person back). */
  resume: () => Promise<WalletOutcome> | null;
  destroy: () => void;
};

/** `setup_failed`: the wallet could not be reached, another try may do. */
export type WalletSetUp = { ok: true; driver: WalletDriver } | { ok: false; code: 'unsupported' | 'setup_failed' };

/** Which methods a payer in `country` (ISO alpha-2) is offered (specification 2.8 and 6). */
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

/** Where a screen stands with asking the server for a client token. */
export type ClientTokenState =
  | { status: 'loading' }
  | { status: 'failed' }
  | {
      status: 'ready';
      clientToken: string;
      /** `required`: the server takes no card of the bill's country whose holder was not authenticated. */
      authentication: 'required' | 'if_asked';
    };
