import { type FieldErrors, type FieldValues, get, type Ref, type Resolver, set } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type FieldErrorCode, fieldErrorText, isFieldErrorCode, namesItsField } from '#contract/fields/field-errors.ts';

const notUnderstood: FieldErrorCode = 'not_understood';

export type ErrorText = (error: { path: string; code: FieldErrorCode }) => string;

type Raised = { path: string; message: string };

/** The text of an error: a schema gives a code, the server a text. `own` are form-specific texts. */
export function errorText({ path, message }: Raised, own?: ErrorText): string {
  if (!isFieldErrorCode(message)) return message;
  return own?.({ path, code: message }) ?? fieldErrorText({ field: path, code: message });
}

/** Whether a list of errors adds the field's label. A text from the server without a known code needs none. */
export function needsLabel({ path, message }: Raised): boolean {
  return isFieldErrorCode(message) && !namesItsField({ field: path, code: message });
}

/** A server error as the form stores it: by its code if known, so that its text follows a change of language. */
export function messageOf({ code, text }: { code?: string | undefined; text: string }): string {
  return isFieldErrorCode(code) ? code : text;
}

/** The first issue of a field is its error; that of a list is shown beside those of its items. */
export function schemaResolver<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return async (values, _context, { fields, names = [] }) => {
    const result = await schema.safeParseAsync(values);
    if (result.success) return { errors: {}, values: result.data };
    const errors: FieldErrors<Input> = {};
    for (const { path, code: type, message: given } of result.error.issues) {
      // Zod's own English message for a schema without an error code.
      const message = isFieldErrorCode(given) ? given : notUnderstood;
      const name = path.join('.');
      const isList = names.some((each) => each.startsWith(`${name}.`) && /^\d/.test(each.slice(name.length + 1)));
      const place = isList ? `${name}.root` : name;
      if (!get(errors, place))
        set(errors, place, { type, message, ref: get<typeof fields, Ref | undefined>(fields, name) });
    }
    return { errors, values: {} };
  };
}
