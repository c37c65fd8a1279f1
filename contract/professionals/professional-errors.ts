import { m } from '#messages/messages.js';
import { type FieldErrorCode, fieldErrorText } from '../fields/field-errors.ts';
import type { Language } from '../fields/languages.ts';

type Text = (inputs: Record<string, never>, options: { locale?: Language }) => string;

/**
 * Fields with texts of their own in the professional sign-up (specification 5.3: onlyNumbers, only4, codeConfirm,
 * max200, dropdown). Empty fields use the same texts as every form (`signup_{field}_error`).
 */
const own: Partial<Record<FieldErrorCode, Text>> = {
  digits_only: m.onlyNumbers,
  security_code_length: m.only4,
  security_code_match: m.codeConfirm,
  max_200: m.max200,
  not_understood: m.dropdown,
};

type RefusedField = { field: string; code: FieldErrorCode; language?: Language | undefined };

/** The text for one field in the given language, or else in the page's. */
export function professionalErrorText({ field, code, language }: RefusedField): string {
  return own[code]?.({}, language ? { locale: language } : {}) ?? fieldErrorText({ field, code, language });
}
