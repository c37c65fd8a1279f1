import type * as z from 'zod/mini';
import type { FieldValues } from 'react-hook-form';

/** A schema whose module loads once the form is in sight: a screen can be typed into before it. */
export type LateSchema<Input extends FieldValues, Output> = {
  load: () => Promise<unknown>;
  /** From what `load` brought. Called at each validation, so that it may depend on what changes. */
  of: (loaded: unknown) => z.ZodMiniType<Output, Input>;
};

/** `load` imports a module named `…-schema.ts` or one of the contract's, and `of` takes the schema out of it. */
export function lateSchema<Loaded, Input extends FieldValues, Output>(
  load: () => Promise<Loaded>,
  of: (loaded: Loaded) => z.ZodMiniType<Output, Input>,
): LateSchema<Input, Output> {
  return { load, of: (loaded) => of(loaded as Loaded) };
}
