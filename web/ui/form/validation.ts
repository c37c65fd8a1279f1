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

/** Whether a list of errors has to say which field this one is about. A sentence that is no code of ours says it. */
export function needsLabel({ path, message }: Raised): boolean {
  return isFieldErrorCode(message) && !namesItsField({ field: path, code: message });
}

/** The server's answer on a field as the form holds it: by its code, for that the language can change. */
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
      // A schema without a code of ours says it in its library's words, and in English.
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
