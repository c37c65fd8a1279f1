import * as z from 'zod/mini';
import type { FieldErrorCode } from './field-errors.ts';
import { characterCount, normaliseText } from './typed-text.ts';

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
    z.regex(/^\d*$/, { error: code('security_code_digits'), abort: true }),
    z.regex(/^\d{4}$/, code('security_code_length')),
  );

export const security = z
  .object({ securityQuestion: phrase, securityAnswer: phrase, securityCode, confirmCode: z.string(code('required')) })
  .check(
    z.refine((value) => value.securityAnswer.toLowerCase() !== value.securityQuestion.toLowerCase(), {
      path: ['securityAnswer'],
      error: code('security_answer_same'),
    }),
    z.refine((value) => value.confirmCode === value.securityCode, {
      path: ['confirmCode'],
      error: code('security_code_match'),
    }),
  );
