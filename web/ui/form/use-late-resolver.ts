import type { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, Resolver } from 'react-hook-form';
import { loadWithRetry } from '../loading-error.ts';
import type { LateSchema } from './late-validation.ts';

type Loaded = { module: unknown; zodResolver: typeof zodResolver };

/**
 * Validates with a schema that loads at the first validation. Whatever asks for validation before it has come waits, a
 * submit too. `loadedSchema` is null until the values were validated once.
 */
export function useLateResolver<Input extends FieldValues, Output>(schema: LateSchema<Input, Output>) {
  const latest = useRef(schema);
  useEffect(() => {
    latest.current = schema;
  });
  const loading = useRef<Loaded | null>(null);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const resolver: Resolver<Input, unknown, Output> = useCallback(async (...validated) => {
    // Nothing is awaited once it is there: a click right after a change would find the button as it was before.
    loading.current ??= await loadWithRetry(() => load(latest.current));
    const { module, zodResolver: resolverOf } = loading.current;
    const result = await resolverOf<Input, unknown, Output>(latest.current.of(module))(...validated);
    // After the library has stored the result: `isValid` must never be older than this.
    setTimeout(() => setLoaded(loading.current));
    return result;
  }, []);
  return { resolver, loadedSchema: loaded && schema.of(loaded.module) };
}

async function load({ load: loadModule }: { load: () => Promise<unknown> }): Promise<Loaded> {
  const [module, resolvers] = await Promise.all([loadModule(), import('@hookform/resolvers/zod')]);
  return { module, zodResolver: resolvers.zodResolver };
}
