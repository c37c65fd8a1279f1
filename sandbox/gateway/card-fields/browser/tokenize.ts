import { digitsOf } from './card-number.ts';
import { readExpiration } from './expiration-date.ts';
import {
  type BillingAddress,
  type FieldName,
  fieldNames,
  type TokenizeError,
  type TokenizeErrorCode,
  type TokenizePayload,
} from './protocol.ts';
import type { FieldValue } from './siblings.ts';

type Request = {
  values: ReadonlyMap<FieldName, FieldValue>;
  authorization: { clientApiUrl: string; fingerprint: string };
  cardholderName: string | null;
  billingAddress: BillingAddress | null;
};
type Outcome = { payload: TokenizePayload } | { error: TokenizeError };

const codesOfErrors: Record<string, TokenizeErrorCode> = {
  '81724': 'HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE',
  '81736': 'HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED',
};

/** Sends the card to this frame's own origin and to no other, whatever the page requested. */
export async function tokenize(request: Request): Promise<Outcome> {
  const unfit = checkValues(request.values);
  if (unfit) return { error: unfit };
  const address = new URL(`${request.authorization.clientApiUrl}/v1/payment_methods/credit_cards`);
  if (address.origin !== location.origin) return failed('HOSTED_FIELDS_FAILED_TOKENIZATION');
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(request)),
    });
    if (answer.status >= 500 || answer.status === 429) return failed('HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR');
    const body: unknown = await answer.json();
    return answer.ok ? readPayload(body) : failed(codeOf(body));
  } catch {
    return failed('HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR');
  }
}

function checkValues(values: Request['values']): TokenizeError | null {
  const all = fieldNames.map((field) => ({ field, value: values.get(field) }));
  if (all.every(({ value }) => !value || value.isEmpty)) return { code: 'HOSTED_FIELDS_FIELDS_EMPTY', details: null };
  const invalidFieldKeys = all.filter(({ value }) => !value?.isValid).map(({ field }) => field);
  return invalidFieldKeys.length > 0 ? { code: 'HOSTED_FIELDS_FIELDS_INVALID', details: { invalidFieldKeys } } : null;
}

function bodyOf({ values, authorization, cardholderName, billingAddress }: Request) {
  return {
    _meta: { source: 'hosted-fields', integration: 'custom', platform: 'web', sessionId: crypto.randomUUID() },
    authorizationFingerprint: authorization.fingerprint,
    creditCard: {
      number: digitsOf(values.get('number')?.text ?? ''),
      cvv: values.get('cvv')?.text,
      ...readExpiration(values.get('expirationDate')?.text ?? ''),
      ...(cardholderName === null ? {} : { cardholderName }),
      ...(billingAddress === null ? {} : { billingAddress }),
      options: { validate: false },
    },
  };
}

type Answer = {
  creditCards: [
    { nonce: string; details: Omit<TokenizePayload['details'], 'cardholderName'> & { cardholderName?: string | null } },
  ];
};

function readPayload(body: unknown): Outcome {
  const card = (body as Partial<Answer>).creditCards?.[0];
  if (!card?.nonce) return failed('HOSTED_FIELDS_FAILED_TOKENIZATION');
  const { bin, cardType, lastFour, expirationMonth, expirationYear, cardholderName = null } = card.details;
  const details = {
    bin,
    cardType,
    lastFour,
    lastTwo: lastFour.slice(-2),
    expirationMonth,
    expirationYear,
    cardholderName,
  };
  return { payload: { nonce: card.nonce, type: 'CreditCard', details } };
}

/** Codes occur at any depth of the response's tree of field errors. */
function codeOf(body: unknown): TokenizeErrorCode {
  const text = JSON.stringify(body);
  const known = Object.keys(codesOfErrors).find((code) => text.includes(`"${code}"`));
  return (known && codesOfErrors[known]) || 'HOSTED_FIELDS_FAILED_TOKENIZATION';
}

function failed(code: TokenizeErrorCode): Outcome {
  return { error: { code, details: null } };
}
