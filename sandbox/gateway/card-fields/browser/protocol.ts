import type { CardType } from './card-types.ts';

export const fieldNames = ['number', 'expirationDate', 'cvv'] as const;
export type FieldName = (typeof fieldNames)[number];

export type FieldState = { isFocused: boolean; isEmpty: boolean; isPotentiallyValid: boolean; isValid: boolean };
export type FieldEvent =
  | 'focus'
  | 'blur'
  | 'empty'
  | 'notEmpty'
  | 'validityChange'
  | 'cardTypeChange'
  | 'inputSubmitRequest';

/** Selector → properties. Only listed ones are applied. */
export type Styles = Record<string, Record<string, string>>;

/** The page's first and only window message to a frame; everything else goes through its port. */
export type Configure = {
  kind: 'card-field/configure';
  field: FieldName;
  /** Unguessable; the frames of one form find each other by it. */
  session: string;
  label: string;
  placeholder: string | null;
  language: string;
  styles: Styles;
  brands: string[];
  authorization: { clientApiUrl: string; fingerprint: string };
};

export type BillingAddress = Partial<
  Record<
    | 'streetAddress'
    | 'extendedAddress'
    | 'locality'
    | 'region'
    | 'postalCode'
    | 'countryCodeAlpha2'
    | 'firstName'
    | 'lastName',
    string
  >
>;

export type ToFrame =
  | { kind: 'focus' }
  | { kind: 'message'; text: string | null }
  | { kind: 'restyle'; styles: Styles }
  | { kind: 'relabel'; label: string; placeholder: string | null; language: string }
  | { kind: 'clear' }
  | { kind: 'tokenize'; request: string; cardholderName: string | null; billingAddress: BillingAddress | null };

export type TokenizeErrorCode =
  | 'HOSTED_FIELDS_FIELDS_EMPTY'
  | 'HOSTED_FIELDS_FIELDS_INVALID'
  | 'HOSTED_FIELDS_FAILED_TOKENIZATION'
  | 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR'
  | 'HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE'
  | 'HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED';

export type TokenizePayload = {
  nonce: string;
  type: 'CreditCard';
  details: {
    bin: string;
    cardType: string;
    lastFour: string;
    lastTwo: string;
    expirationMonth: string;
    expirationYear: string;
    cardholderName: string | null;
  };
};
export type TokenizeError = { code: TokenizeErrorCode; details: { invalidFieldKeys: FieldName[] } | null };

/** No message to the page contains anything that was typed. */
export type ToPage =
  | { kind: 'ready' }
  | { kind: 'event'; event: FieldEvent; state: FieldState; cards: Pick<CardType, 'type' | 'niceType' | 'code'>[] }
  | { kind: 'tokenized'; request: string; payload: TokenizePayload }
  | { kind: 'not-tokenized'; request: string; error: TokenizeError };
