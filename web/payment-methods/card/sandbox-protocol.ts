import type {
  CardBilling,
  CardBrand,
  CardField,
  CardFieldEvent,
  CardFieldState,
  PossibleCard,
  TokenizedCard,
} from '../payment-method.ts';

/** Messages of the sandbox's card frames. */
export type FromFrame =
  | { kind: 'ready' }
  | { kind: 'event'; event: CardFieldEvent; state: CardFieldState; cards: PossibleCard[] }
  | { kind: 'tokenized'; request: string; payload: Omit<TokenizedCard, 'ok' | 'deviceData'> }
  | { kind: 'not-tokenized'; request: string; error: SandboxTokenizeError };

export type SandboxTokenizeError =
  | { code: 'HOSTED_FIELDS_FIELDS_INVALID'; details: { invalidFieldKeys: CardField[] } }
  | { code: 'HOSTED_FIELDS_FIELDS_EMPTY'; details: null }
  | {
      code:
        | 'HOSTED_FIELDS_FAILED_TOKENIZATION'
        | 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR'
        | 'HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE'
        | 'HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED';
      details: null;
    };

export type ToFrame =
  | { kind: 'focus' }
  | { kind: 'message'; text: string | null }
  | { kind: 'restyle'; styles: Record<string, Record<string, string>> }
  | { kind: 'relabel'; label: string; placeholder: string | null; language: string }
  | { kind: 'tokenize'; request: string; cardholderName: string | null; billingAddress: CardBilling | null };

export type Configure = {
  kind: 'card-field/configure';
  field: CardField;
  session: string;
  label: string;
  placeholder: string | null;
  language: string;
  styles: Record<string, Record<string, string>>;
  brands: readonly CardBrand[];
  authorization: { clientApiUrl: string; fingerprint: string };
};
