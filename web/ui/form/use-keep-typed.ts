import { useEffect, useEffectEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ContractForm } from './use-contract-form.ts';

/** Keeps what is typed as it is typed, so that Back and a reload lose nothing. */
export function useKeepTyped<Input extends FieldValues, Output>(
  { form }: ContractForm<Input, Output>,
  keep: (values: Input) => void,
): void {
  const kept = useEffectEvent(keep);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => kept(values) }), [form]);
}
