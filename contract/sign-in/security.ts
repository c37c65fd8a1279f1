import * as z from 'zod/mini';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import { requiredText } from '../fields/fields.ts';
import { characterCount, normaliseCharacters, normaliseText } from '../fields/typed-text.ts';
import type { UserRole } from './home-redirect.ts';

/** Security question, answer and four-digit code (specification 5.4). */
const code = (value: FieldErrorCode): FieldErrorCode => value;

const phrase = z.string(code('required')).check(
  z.overwrite(normaliseText),
  z.refine((value) => value.length > 0, { error: code('required'), abort: true }),
  z.refine((value) => characterCount(value) >= 5 && characterCount(value) <= 100, code('security_length')),
  z.regex(/^[\p{L}\p{M}\p{N} ?\-,.;'#/:¿]+$/u, code('security_characters')),
);

export const securityCode = z
  .string(code('required'))
  .check(
    z.overwrite(normaliseCharacters),
    z.regex(/^\d*$/, { error: code('security_code_digits'), abort: true }),
    z.regex(/^\d{4}$/, code('security_code_length')),
  );

const codes = { securityCode, confirmCode: z.string(code('required')).check(z.overwrite(normaliseCharacters)) };
const sameCodes = z.refine<{ securityCode: string; confirmCode: string }>(
  (value) => value.confirmCode === value.securityCode,
  { path: ['confirmCode'], error: code('security_code_match') },
);

/** For parents. */
export const security = z.object({ securityQuestion: phrase, securityAnswer: phrase, ...codes }).check(
  z.refine((value) => value.securityAnswer.toLowerCase() !== value.securityQuestion.toLowerCase(), {
    path: ['securityAnswer'],
    error: code('security_answer_same'),
  }),
  sameCodes,
);

/** For professionals, as their form accepts them (specification 5.3). */
export const professionalPhrases = {
  securityQuestion: requiredText({ min: 1, max: 150, error: code('too_long') }),
  securityAnswer: requiredText({ min: 1, max: 100, error: code('too_long') }),
};

/** The same for a signed-in user whose role is not known yet: the widest rule. */
export const professionalSecurity = z.object({ ...professionalPhrases, ...codes }).check(sameCodes);

/** Question, answer and code are changed by the rule of the form that first accepted them. */
export const securityOf = (role: UserRole) => (role === 'PROFESSIONAL' ? professionalSecurity : security);
