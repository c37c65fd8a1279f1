import * as z from 'zod/mini';
import type { Day } from './day.ts';
import type { FieldErrorCode } from './field-errors.ts';
import { noContact } from './no-contact.ts';
import { postalCodeForm } from './postal-codes.ts';
import {
  characterCount,
  emailForm,
  isSeveralLines,
  isSingleLine,
  nameLength,
  normaliseCharacters,
  normaliseText,
} from './typed-text.ts';

/**
 * The fields people type, as schemas. Every message is a FieldErrorCode.
 * Rules: specification 5.1, 5.2, 5.4, 5.5, 5.7.
 */
const code = (value: FieldErrorCode): FieldErrorCode => value;

const singleLine = z.refine<string>(isSingleLine, code('characters'));

/** Never aborts: rules between fields are checked together with missing fields, so that one list has all errors. */
const notEmpty = z.refine<string>((value) => value !== '', code('required'));

export const day = z.iso.date() as unknown as z.ZodMiniType<Day, string>;

type Bounds = { min: number; max: number; error: FieldErrorCode };

/** A required text of one line between `min` and `max` characters, trimmed and with straight quotes. */
export function requiredText({ min, max, error }: Bounds) {
  return z.string(code('required')).check(
    z.maxLength(10_000, code('too_long')),
    z.overwrite(normaliseText),
    notEmpty,
    z.refine((value) => value === '' || (characterCount(value) >= min && characterCount(value) <= max), error),
    singleLine,
  );
}

/** A text of one line that may be left empty; empty stays `''`. */
export function optionalText({ min = 0, max, error }: Omit<Bounds, 'min'> & { min?: number }) {
  return z.string(code('not_understood')).check(
    z.maxLength(10_000, code('too_long')),
    z.overwrite(normaliseText),
    z.refine((value) => value === '' || (characterCount(value) >= min && characterCount(value) <= max), error),
    singleLine,
  );
}

/** The same over several lines. */
export function optionalLines({ max, error }: Omit<Bounds, 'min'>) {
  return z.string(code('not_understood')).check(
    z.maxLength(10_000, code('too_long')),
    z.overwrite(normaliseText),
    z.refine((value) => characterCount(value) <= max, error),
    z.refine<string>(isSeveralLines, code('characters')),
  );
}

/** A key from one of our lists: never typed by hand. */
export const listKey = z.string(code('required')).check(z.regex(/^[A-Za-z0-9_+/.-]{1,64}$/, code('required')));

export const name = requiredText({ ...nameLength, error: code('name_length') }).check(noContact());

export const optionalName = optionalText({ ...nameLength, error: code('name_length') }).check(noContact());

/** For professionals, whose form accepts longer ones (specification 5.3). */
export const professionalName = requiredText({ min: 1, max: 50, error: code('too_long') }).check(noContact());

/** For cards, however many names the owner has. */
export const cardHolderName = optionalText({ max: 120, error: code('too_long') }).check(noContact());

/** Optional. */
export const courtOrder = optionalText({ max: 40, error: code('too_long') });

/** One @, a dot in the domain, no spaces; at most 254 characters. Stored in `emailForm`, compared by `sameEmail`. */
const domainLabel = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
const emailPattern = new RegExp(
  `^[\\p{L}\\p{N}.!#$%&'*+/=?^_\`{|}~-]{1,64}@${domainLabel}(?:\\.${domainLabel})+$`,
  'u',
);

export function isEmail(value: string): boolean {
  return value.length <= 254 && emailPattern.test(value) && !value.includes('..');
}

const asEmail = z.overwrite(emailForm);

export const email = z.string(code('required')).check(
  asEmail,
  notEmpty,
  z.refine((value) => value === '' || isEmail(value), code('email')),
);

export const optionalEmail = z.string(code('not_understood')).check(
  asEmail,
  z.refine((value) => value === '' || isEmail(value), code('email')),
);

/** Pasted spaces, dashes, dots and brackets are dropped; anything else is left for the rule to refuse. */
export function digitsOf(value: string): string {
  return normaliseCharacters(value).replace(/[\s().-]/g, '');
}

const digits = z.overwrite(digitsOf);
const phoneLength = /^\d{8,15}$/;

export const phoneNumber = z.string(code('required')).check(
  digits,
  notEmpty,
  z.refine((value) => value === '' || phoneLength.test(value), code('phone_length')),
);

export const optionalPhoneNumber = z.string(code('not_understood')).check(
  digits,
  z.refine((value) => value === '' || phoneLength.test(value), code('phone_length')),
);

/** With the plus: `+1`, `+44`. */
export const phoneCountryCode = z.string(code('required')).check(z.regex(/^\+\d{1,4}$/, code('required')));

/** ISO 3166-1 alpha-2. */
export const countryCode = z.string(code('required')).check(z.regex(/^[A-Z]{2}$/, code('country_unknown')));

export const addressLine1 = requiredText({ min: 3, max: 50, error: code('address_length') }).check(
  noContact('address'),
);
export const addressLine2 = optionalText({ max: 50, error: code('address_line2_length') }).check(noContact('address'));
export const city = requiredText({ min: 3, max: 30, error: code('city_length') }).check(noContact('address'));
export const postalCode = requiredText({ min: 2, max: 30, error: code('postal_code') });

type Placed = { country: string; postalCode: string };

/** As a check of an object with both: whatever stores, prices or sends it has the country's spelling. */
export const withPostalCode = <Address extends Placed>() =>
  z.overwrite<Address>((address) => ({ ...address, postalCode: postalCodeForm(address) }));

/** Integer US cents, in responses. */
export const cents = z.int();

/** The same as a browser sends them back. */
export const displayedCents = cents.check(z.minimum(0), z.maximum(100_000_00));

/** Random and created by us: somebody's own text would otherwise be stored with it. */
export const anonymousId = z.uuid();

/** `4f8c…`: UUID of any version. */
export const id = z.uuid(code('not_understood'));
