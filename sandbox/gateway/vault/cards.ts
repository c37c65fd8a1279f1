import { passesLuhn } from '../card-fields/browser/card-number.ts';
import type { GatewayRequest } from '../gateway-context.ts';
import { signatureOf, storedSecret } from '../identifiers.ts';
import { type Params, section, text } from '../params.ts';
import type { Address, Card, CheckResult } from '../records.ts';
import { type ValidationError, validationError } from '../validation-errors.ts';
import { findTestCard } from './test-cards.ts';

const amex = 'American Express';
const cvvTriggers: Record<string, CheckResult> = {
  '200': 'N',
  '201': 'U',
  '301': 'S',
  '2000': 'N',
  '2011': 'U',
  '3011': 'S',
};

type CardGiven = GatewayRequest & { path: string };

/**
 * A card from the fields that a browser or server sent. `path` names the card's element in errors. The number is not in
 * the result.
 */
export function readCard({ context, params, path }: CardGiven): { card: Card } | { errors: ValidationError[] } {
  const number = (text(params, 'number') ?? '').replace(/[ -]/g, '');
  const test = findTestCard(number);
  const expiry = readExpiry(params);
  const cvv = text(params, 'cvv');
  const errors: ValidationError[] = [];
  const fail = (attribute: string, code: string) => errors.push(validationError(path, attribute, code));

  const numberCode = numberError({ number, known: test !== undefined });
  if (numberCode) fail('number', numberCode);
  if (expiry === 'missing') fail('expiration_date', '81709');
  else if (expiry === 'invalid') fail('expiration_date', '81710');
  if (cvv !== null && !(test?.cardType === amex ? /^\d{4}$/ : /^\d{3}$/).test(cvv)) fail('cvv', '81707');
  if (errors.length > 0 || !test || typeof expiry === 'string') return { errors };

  return {
    card: {
      kind: 'credit_card',
      bin: number.slice(0, 6),
      lastFour: number.slice(-4),
      cardType: test.cardType,
      ...expiry,
      cardholderName: text(params, 'cardholder_name'),
      fingerprint: signatureOf({ secret: storedSecret({ store: context.store, name: 'card' }), text: number }).slice(
        0,
        32,
      ),
      cvvResult: cvv === null ? 'I' : (cvvTriggers[cvv] ?? 'M'),
      billing: readAddress(section(params, 'billing_address')),
      behaviour: test.behaviour,
      ...(test.authentication && { authentication: test.authentication }),
    },
  };
}

export function readAddress(params: Params): Address | null {
  if (Object.keys(params).length === 0) return null;
  return {
    firstName: text(params, 'first_name'),
    lastName: text(params, 'last_name'),
    streetAddress: text(params, 'street_address'),
    extendedAddress: text(params, 'extended_address'),
    locality: text(params, 'locality'),
    region: text(params, 'region'),
    postalCode: text(params, 'postal_code'),
    countryCodeAlpha2: text(params, 'country_code_alpha2'),
  };
}

function numberError({ number, known }: { number: string; known: boolean }): string | null {
  if (number === '') return '81714';
  if (!/^\d+$/.test(number)) return '81715';
  if (number.length < 12 || number.length > 19) return '81716';
  if (!passesLuhn(number)) return '81715';
  return known ? null : '81717';
}

type Expiry = { expirationMonth: string; expirationYear: string };

/** `expiration_month` and `expiration_year`, or `expiration_date` as MM/YY or MM/YYYY. */
function readExpiry(params: Params): Expiry | 'missing' | 'invalid' {
  const joined =
    text(params, 'expiration_date') ??
    [text(params, 'expiration_month'), text(params, 'expiration_year')]
      .filter((part) => part !== null && part !== '')
      .join('/');
  if (joined === '') return 'missing';
  const match = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(joined.trim());
  if (!match?.[1] || !match[2]) return 'invalid';
  const month = Number(match[1]);
  if (month < 1 || month > 12) return 'invalid';
  return {
    expirationMonth: String(month).padStart(2, '0'),
    expirationYear: match[2].length === 2 ? `20${match[2]}` : match[2],
  };
}

/** A card is valid to the last day of its month. */
export function isPast({ expirationYear, expirationMonth }: Expiry, now: Date): boolean {
  return Number(expirationYear) * 12 + Number(expirationMonth) < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}
