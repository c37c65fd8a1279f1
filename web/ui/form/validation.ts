import { type FieldErrors, type FieldValues, get, type Ref, type Resolver, set } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type FieldErrorCode, fieldErrorText, isFieldErrorCode } from '#contract/fields/field-errors.ts';

export type ErrorText = (error: { path: string; code: FieldErrorCode }) => string;

/** The text of an error: a schema gives a code, the server a text. `own` are form-specific texts. */
export function errorText({ path, message }: { path: string; message: string }, own?: ErrorText): string {
  if (!isFieldErrorCode(message)) return message;
  return own?.({ path, code: message }) ?? fieldErrorText(message);
}

/** The first issue of a field is its error; that of a list is shown beside those of its items. */
export function schemaResolver<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return async (values, _context, { fields, names = [] }) => {
    const result = await schema.safeParseAsync(values);
    if (result.success) return { errors: {}, values: result.data };
    const errors: FieldErrors<Input> = {};
    for (const { path, code: type, message } of result.error.issues) {
      const name = path.join('.');
      const isList = names.some((each) => each.startsWith(`${name}.`) && /^\d/.test(each.slice(name.length + 1)));
      const place = isList ? `${name}.root` : name;
      if (!get(errors, place))
        set(errors, place, { type, message, ref: get<typeof fields, Ref | undefined>(fields, name) });
    }
    return { errors, values: {} };
  };
}
