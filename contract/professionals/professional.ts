import * as z from 'zod/mini';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import {
  countryCode,
  digitsOf,
  email,
  listKey,
  optionalLines,
  optionalText,
  phoneCountryCode,
  phoneNumber,
  professionalName,
  requiredText,
  withPostalCode,
} from '../fields/fields.ts';
import { noContact } from '../fields/no-contact.ts';
import { normaliseCharacters, normaliseText } from '../fields/typed-text.ts';
import { professionalPhrases } from '../sign-in/security.ts';
import type { ProfessionalStep } from './professional-flow.ts';
import {
  benchOfficerPositions,
  colleagueRoles,
  maxReferralExplanation,
  professionalReferralSources,
  professionalRoles,
  type ReferralField,
  referralFields,
  titles,
} from './professional-options.ts';

/**
 * The three steps of the professional sign-up (specification 2.11, 3.10, 5.3). Issue messages are field-error codes.
 */
const code = (value: FieldErrorCode): FieldErrorCode => value;

const text = (max: number) => requiredText({ min: 1, max, error: 'too_long' });
const line = (max: number) => text(max).check(noContact('address'));
const maybe = (max: number) => z._default(optionalText({ max, error: 'too_long' }).check(noContact('address')), '');

export const maxExtensionDigits = 10;

const extension = z._default(
  z
    .string(code('digits_only'))
    .check(
      z.overwrite(digitsOf),
      z.regex(/^\d*$/, { error: code('digits_only'), abort: true }),
      z.maxLength(maxExtensionDigits, code('too_long')),
    ),
  '',
);

/** Letters are reported before digits are counted (specification 5.3: onlyNumbers). */
const onlyDigitsPhone = z.pipe(
  z.string(code('required')).check(z.overwrite(digitsOf), z.regex(/^\+?\d*$/, code('digits_only'))),
  phoneNumber,
);

const oneOf = <const Keys extends readonly [string, ...string[]]>(keys: Keys) => z.enum(keys, code('required'));
const person = z.object({
  title: z._default(z.enum(['', ...titles], code('not_understood')), ''),
  firstName: professionalName,
  lastName: professionalName,
  credentials: maybe(100),
  email,
  phoneCountryCode,
  phoneNumber: onlyDigitsPhone,
  phoneExtension: extension,
});

const source = z.object({
  hearAboutUs: oneOf(professionalReferralSources),
  benchOfficerName: maybe(100),
  benchOfficerPosition: z._default(z.enum(['', ...benchOfficerPositions], code('required')), ''),
  colleagueName: maybe(100),
  colleagueRole: z._default(z.enum(['', ...colleagueRoles], code('required')), ''),
  referralOther: z._default(optionalLines({ max: maxReferralExplanation, error: 'max_200' }).check(noContact()), ''),
});

type Source = z.output<typeof source>;

/** A value that is not text is refused by its own field; here it must only not count as filled. */
const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? normaliseText(value) !== '' : value !== undefined && value !== null;

const isAnswered = (field: ReferralField) =>
  z.refine<Source>((values) => !referralFields(values.hearAboutUs).includes(field) || isFilled(values[field]), {
    path: [field],
    error: code('required'),
    // Together with the other messages, not after them: everything that is missing is shown at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

const everyReferralField = [
  'benchOfficerName',
  'benchOfficerPosition',
  'colleagueName',
  'colleagueRole',
  'referralOther',
] as const;

/** Two objects, because an empty name must not prevent the rules of the source from being checked. */
export const stepOne = z.intersection(person, source.check(...everyReferralField.map(isAnswered)));

export const stepTwo = z
  .object({
    practiceName: text(100).check(noContact()),
    line1: line(50),
    line2: maybe(50),
    country: countryCode,
    city: line(50),
    region: z
      .string(code('required'))
      .check(z.overwrite(normaliseText), z.regex(/^[\p{L}\p{N} .'/-]{1,64}$/u, code('required'))),
    postalCode: text(30),
    timezone: listKey,
    roles: z
      .array(oneOf(professionalRoles), code('required'))
      .check(z.minLength(1, code('required')), z.maxLength(professionalRoles.length, code('too_long'))),
  })
  .check(withPostalCode());

/** The first error of a code, without ending the check of related fields. */
function codeIssue(value: string): FieldErrorCode | null {
  if (value === '') return 'required';
  if (!/^\d*$/.test(value)) return 'digits_only';
  return value.length === 4 ? null : 'security_code_length';
}

const digitsOfCode = z.string(code('required')).check(z.overwrite(normaliseCharacters), (context) => {
  const message = codeIssue(context.value);
  if (message) context.issues.push({ code: 'custom', message, input: context.value, continue: true });
});

const phrase = z.object(professionalPhrases);
const codes = z.object({
  securityCode: digitsOfCode,
  securityCodeConfirm: z
    .string(code('required'))
    .check(z.overwrite(normaliseCharacters), z.minLength(1, code('required'))),
});
type Codes = z.output<typeof codes>;

export const stepThree = z.intersection(
  phrase,
  codes.check(
    z.refine<Codes>(({ securityCode, securityCodeConfirm }) => securityCodeConfirm === securityCode, {
      path: ['securityCodeConfirm'],
      error: code('security_code_match'),
      when: ({ value }) =>
        typeof value === 'object' && value !== null && (value as Partial<Codes>).securityCodeConfirm !== '',
    }),
  ),
);

export const stepSchemas = { ONE: stepOne, TWO: stepTwo, THREE: stepThree } as const satisfies Record<
  ProfessionalStep,
  z.ZodMiniType
>;

export type StepOne = z.output<typeof stepOne>;
export type StepTwo = z.output<typeof stepTwo>;
export type StepThree = z.output<typeof stepThree>;

/** The stored answers about the source: only those that the chosen source requires. */
export function relevantReferral(values: StepOne): Pick<StepOne, ReferralField> {
  const requiredFields = referralFields(values.hearAboutUs);
  const valueOf = <Field extends ReferralField>(field: Field): StepOne[Field] =>
    requiredFields.includes(field) ? values[field] : '';
  return {
    benchOfficerName: valueOf('benchOfficerName'),
    benchOfficerPosition: valueOf('benchOfficerPosition'),
    colleagueName: valueOf('colleagueName'),
    colleagueRole: valueOf('colleagueRole'),
    referralOther: valueOf('referralOther'),
  };
}
