import { useEffect, useEffectEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ContractForm } from './use-contract-form.ts';

/** Saves the input on every change, so that Back and a reload lose nothing. */
export function useSaveDraft<Input extends FieldValues, Output>(
  { form }: ContractForm<Input, Output>,
  save: (values: Input) => void,
): void {
  const onValues = useEffectEvent(save);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => onValues(values) }), [form]);
}
