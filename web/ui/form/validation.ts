import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldErrorCode, fieldErrorText, isFieldErrorCode } from '#contract/field-errors.ts';

export type ErrorText = (error: { path: string; code: FieldErrorCode }) => string;

/** The text of an error: a schema gives a code, the server a text. `own` are form-specific texts. */
export function errorText({ path, message }: { path: string; message: string }, own?: ErrorText): string {
  if (!isFieldErrorCode(message)) return message;
  return own?.({ path, code: message }) ?? fieldErrorText(message);
}

export { zodResolver };
