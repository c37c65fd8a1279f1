import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { ValidationError } from '#contract/problem.ts';
import { loadWithRetry } from '../loading-error.ts';
import type { LateSchema } from './late-validation.ts';
import type * as validation from './validation.ts';

type Loaded = { module: unknown } & Pick<
  typeof validation,
  'schemaResolver' | 'errorText' | 'needsLabel' | 'messageOf'
>;

/**
 * Validates with a schema that loads at the first validation, together with the texts of errors. Anything that
 * validates earlier waits, including a submit. `loadedSchema` is null until the values were validated once.
 */
export function useLateResolver<Input extends FieldValues, Output>(schema: LateSchema<Input, Output>) {
  const latest = useRef(schema);
  useEffect(() => {
    latest.current = schema;
  });
  const loading = useRef<Loaded | null>(null);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [isValidated, setValidated] = useState(false);
  const resolver: Resolver<Input, unknown, Output> = useCallback(async (...validated) => {
    // Once loaded, nothing is awaited: a click right after a change would see the button's earlier state.
    loading.current ??= await loadWithRetry(() => load(latest.current));
    // Before the library shows an error, so that its text is known.
    setLoaded(loading.current);
    const { module, schemaResolver: resolverOf } = loading.current;
    const result = await resolverOf(latest.current.of(module))(...validated);
    // After the library has stored the result: `isValid` must never be older than this.
    setTimeout(() => setValidated(true));
    return result;
  }, []);
  const textOf = (error: { path: string; message: string }): string =>
    loaded?.errorText(error, schema.errorText?.(loaded.module)) ?? error.message;
  return {
    resolver,
    textOf,
    needsLabel: (error: { path: string; message: string }): boolean => loaded?.needsLabel(error) ?? false,
    messageOf: (answer: ValidationError): string => loaded?.messageOf(answer) ?? answer.text,
    loadedSchema: isValidated && loaded ? schema.of(loaded.module) : null,
  };
}

async function load({ load: loadModule }: { load: () => Promise<unknown> }): Promise<Loaded> {
  const [module, { schemaResolver, errorText, needsLabel, messageOf }] = await Promise.all([
    loadModule(),
    import('./validation.ts'),
  ]);
  return { module, schemaResolver, errorText, needsLabel, messageOf };
}
