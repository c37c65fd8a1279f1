import { zodResolver } from '@hookform/resolvers/zod';
import { type BaseSyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { unknownField, type ValidationError } from '#contract/error-codes.ts';
import { type FieldErrorCode, fieldErrorText, isFieldErrorCode } from '#contract/field-errors.ts';
import { m } from '#messages/messages.js';
import { type FieldLabels, flattenErrors, splitPath } from './field-paths.ts';
import type { FieldBinding } from './FieldShell.tsx';

type Options<Input extends FieldValues, Output> = {
  /** Issue messages are field error codes; list rules that need two fields in the schema, not in the screen. */
  schema: z.ZodMiniType<Output, Input>;
  defaultValues: DefaultValues<NoInfer<Input>>;
  labels: FieldLabels<NoInfer<Input>>;
  /** Texts of this form's own for its fields' errors. */
  errorText?: (error: { path: string; code: FieldErrorCode }) => string;
  /** Runs with what the schema made of the values; a rejected promise is the screen's own to show. */
  onSubmit: (values: Output) => Promise<void> | void;
};

export type SummaryEntry = { path: string; id: string; label: string; text: string };

type FieldTexts = Pick<FieldBinding, 'id' | 'name' | 'label' | 'error'>;

export type ContractForm<Input extends FieldValues, Output> = {
  /** React Hook Form itself, for lists, watching and setting values. */
  form: UseFormReturn<Input, unknown, Output>;
  /** Id, name, label and message of a field, without registering it: for controlled fields. */
  words: (path: Path<Input>) => FieldTexts;
  /** All a field of the kit needs. Messages show only after the field was touched or a submit failed. */
  field: (path: Path<Input>) => FieldBinding;
  /** One at a time: a second submit while the first is under way does nothing. */
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  /** Known from the start, whether or not a message shows. */
  isValid: boolean;
  isSubmitting: boolean;
  /** Shows every message and focuses the summary: what a press on a blocked button does. */
  showProblems: () => Promise<void>;
  /**
   * Puts a server's `validationErrors` on the fields (`prefix.` stripped) and the rest in the summary, which takes the
   * focus.
   */
  applyServerErrors: (errors: readonly ValidationError[], options?: { prefix?: string }) => void;
  /** For `<ErrorSummary {...summary} />`. */
  summary: { entries: SummaryEntry[]; focusRequest: number };
};

/** A form over a schema of the contract. Errors clear as soon as they are mended, in other fields too. */
export function useContractForm<Input extends FieldValues, Output>(
  options: Options<Input, Output>,
): ContractForm<Input, Output> {
  const { schema, defaultValues, labels, onSubmit, errorText } = options;
  const formId = useId();
  const [focusRequest, setFocusRequest] = useState(0);
  const sending = useRef(false);
  const [open, setOpen] = useState(false);
  const [loose, setLoose] = useState<string[]>([]);
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver<Input, unknown, Output>(schema),
    defaultValues,
    mode: 'onTouched',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  });
  const { errors, isValid, isSubmitting } = form.formState;
  useMendedElsewhere(form);
  // Once all is mended the summary has done its work: the next slip shows at its field alone, until it is sent.
  if (open && isValid) setOpen(false);

  const label = (path: string) => {
    const { key, position } = splitPath(path);
    return (labels as Record<string, ((position: number) => string) | undefined>)[key]?.(position);
  };
  const textOf = (path: string, message: string) => {
    if (!isFieldErrorCode(message)) return message;
    return errorText?.({ path, code: message }) ?? fieldErrorText(message);
  };
  const idOf = (path: string) => `${formId}-${path}`;
  const focusSummary = () => {
    setOpen(true);
    setFocusRequest((count) => count + 1);
  };

  const words = (path: Path<Input>): FieldTexts => {
    const found = form.getFieldState(path, form.formState).error?.message;
    return { id: idOf(path), name: path, label: label(path) ?? '', error: found ? textOf(path, found) : undefined };
  };

  const field = (path: Path<Input>): FieldBinding => {
    const { onBlur, onChange, ref } = form.register(path);
    return { ...words(path), onBlur, onChange, ref };
  };

  const showProblems = async () => {
    if (!(await form.trigger())) focusSummary();
  };

  const submit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setLoose([]);
    try {
      await form.handleSubmit((values) => onSubmit(values), focusSummary)(event);
    } finally {
      sending.current = false;
    }
  };

  const applyServerErrors: ContractForm<Input, Output>['applyServerErrors'] = (found, { prefix = '' } = {}) => {
    const unplaced: string[] = [];
    for (const { field: full, text } of found) {
      const path = prefix && full.startsWith(`${prefix}.`) ? full.slice(prefix.length + 1) : full;
      if (label(path) !== undefined) form.setError(path as Path<Input>, { type: 'server', message: text });
      else unplaced.push(full === unknownField && text === '' ? m.ui_unexpected_error() : text);
    }
    setLoose([...new Set(unplaced)]);
    focusSummary();
  };

  const shown = open ? flattenErrors(errors) : [];
  const entries = [
    ...loose.map((text, index) => ({ path: `form-${index}`, id: '', label: '', text })),
    ...shown.map(({ path, message }) => ({
      path,
      id: idOf(path),
      label: label(path) ?? '',
      text: textOf(path, message),
    })),
  ];
  return {
    form,
    words,
    field,
    submit,
    isValid,
    isSubmitting,
    showProblems,
    applyServerErrors,
    summary: { entries, focusRequest },
  };
}

/** A change in one field may mend another (two addresses that must differ): shown messages are checked again. */
function useMendedElsewhere<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>) {
  const { errors } = form.formState;
  const latest = useRef(errors);
  useEffect(() => {
    latest.current = errors;
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const others = flattenErrors(latest.current).map(({ path }) => path as Path<Input>);
          const stale = others.filter((path) => path !== name && form.getFieldState(path).error?.type !== 'server');
          if (name && stale.length > 0) void form.trigger(stale);
        },
      }),
    [form],
  );
}
