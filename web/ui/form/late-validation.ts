import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { ErrorText } from './validation.ts';

/** A schema whose module loads once the form is visible: a screen accepts input before that. */
export type LateSchema<Input extends FieldValues, Output> = {
  load: () => Promise<unknown>;
  /** Gets what `load` returned. Called at each validation, so that it may depend on changing values. */
  of: (loaded: unknown) => z.ZodMiniType<Output, Input>;
  errorText?: ((loaded: unknown) => ErrorText) | undefined;
};

/**
 * `load` imports a module named `…-schema.ts` or one of the contract's, and `of` extracts the schema; `errorText` has
 * form-specific texts of its errors, if any.
 */
export function lateSchema<Loaded, Input extends FieldValues, Output>(
  load: () => Promise<Loaded>,
  of: (loaded: Loaded) => z.ZodMiniType<Output, Input>,
  errorText?: (loaded: Loaded) => ErrorText,
): LateSchema<Input, Output> {
  return {
    load,
    of: (loaded) => of(loaded as Loaded),
    errorText: errorText && ((loaded) => errorText(loaded as Loaded)),
  };
}
