import { type BaseSyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { unknownField } from '#contract/error-codes.ts';
import type { ValidationError } from '#contract/problem.ts';
import { m } from '#messages/messages.js';
import { useKeptPress } from '../use-kept-press.ts';
import type { FieldBinding } from './FieldShell.tsx';
import { type FieldLabels, flattenErrors, splitPath } from './field-paths.ts';
import type { LateSchema } from './late-validation.ts';
import { useLateResolver } from './use-late-resolver.ts';

type Options<Input extends FieldValues, Output> = {
  /** Issue messages are field error codes. Rules across two fields belong in the schema, not in the screen. */
  schema: LateSchema<Input, Output>;
  defaultValues: DefaultValues<NoInfer<Input>>;
  labels: FieldLabels<NoInfer<Input>>;
  /** Runs with the parsed values; a rejected promise is the screen's own to show. */
  onSubmit: (values: Output) => Promise<void> | void;
  /** Whether lists or checks are loading that decide what is valid: a submit waits for them. */
  mustWait?: () => boolean;
};

/** `label`: empty where the text says which field it is about. */
export type SummaryEntry = { path: string; id: string; label: string; text: string };

type FieldTexts = Pick<FieldBinding, 'id' | 'name' | 'label' | 'error'>;

export type ContractForm<Input extends FieldValues, Output> = {
  /** React Hook Form itself, for lists, watching and setting values. */
  form: UseFormReturn<Input, unknown, Output>;
  /** Id, name, label and message of a field, without registering it: for controlled fields. */
  fieldTexts: (path: Path<Input>) => FieldTexts;
  /** The binding of a field. Its error shows only after the field was touched or a submit failed. */
  field: (path: Path<Input>) => FieldBinding;
  /** One at a time: a second submit while the first is in progress does nothing. */
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  /** Whether the values are valid, shown errors or not. */
  isValid: boolean;
  /** Null until it has loaded and the values were validated once: only then does `isValid` mean anything. */
  loadedSchema: z.ZodMiniType<Output, Input> | null;
  isSubmitting: boolean;
  /** Shows every error and focuses the summary: for a click on a blocked button. */
  showProblems: () => Promise<void>;
  /**
   * Shows a server's `validationErrors` on their fields (`prefix.` stripped) and the others in the summary, which takes
   * the focus.
   */
  applyServerErrors: (errors: readonly ValidationError[], options?: { prefix?: string }) => void;
  /** For `<ErrorSummary {...summary} />`. */
  summary: { entries: SummaryEntry[]; focusRequest: number };
};

/** A form over a schema of the contract. Errors disappear as soon as they are fixed, in other fields too. */
export function useContractForm<Input extends FieldValues, Output>(
  options: Options<Input, Output>,
): ContractForm<Input, Output> {
  const { schema, defaultValues, labels, onSubmit, mustWait = () => false } = options;
  const formId = useId();
  const [focusRequest, setFocusRequest] = useState(0);
  const sending = useRef(false);
  const [open, setOpen] = useState(false);
  const [formErrors, setFormErrors] = useState<string[]>([]);
  const { resolver, textOf, needsLabel, messageOf, loadedSchema } = useLateResolver(schema);
  const form = useForm<Input, unknown, Output>({
    resolver,
    defaultValues,
    mode: 'onTouched',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  });
  const { errors, isValid, isSubmitting } = form.formState;
  useRevalidateOtherFields(form);
  // Once every error is fixed the summary closes: the next error shows at its field alone, until the next submit.
  if (open && isValid) setOpen(false);

  const label = (path: string) => {
    const { key, position } = splitPath(path);
    return (labels as Record<string, ((position: number) => string) | undefined>)[key]?.(position);
  };
  const idOf = (path: string) => `${formId}-${path}`;
  const focusSummary = () => {
    setOpen(true);
    setFocusRequest((count) => count + 1);
  };

  const fieldTexts = (path: Path<Input>): FieldTexts => {
    const message = form.getFieldState(path, form.formState).error?.message;
    return {
      id: idOf(path),
      name: path,
      label: label(path) ?? '',
      error: message ? textOf({ path, message }) : undefined,
    };
  };

  const field = (path: Path<Input>): FieldBinding => {
    const { onBlur, onChange, ref } = form.register(path);
    return { ...fieldTexts(path), onBlur, onChange, ref };
  };

  const showProblems = async () => {
    if (!(await form.trigger())) focusSummary();
  };

  const submitNow = async (event?: BaseSyntheticEvent) => {
    if (sending.current) return;
    sending.current = true;
    setFormErrors([]);
    try {
      await form.handleSubmit((values) => onSubmit(values), focusSummary)(event);
    } finally {
      sending.current = false;
    }
  };

  const kept = useKeptPress({ mustWait, carryOut: () => void submitNow() });
  const submit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault();
    if (mustWait()) kept.press();
    else await submitNow(event);
  };

  const applyServerErrors: ContractForm<Input, Output>['applyServerErrors'] = (serverErrors, { prefix = '' } = {}) => {
    const unplaced: string[] = [];
    for (const error of serverErrors) {
      const { field: full, text } = error;
      const path = prefix && full.startsWith(`${prefix}.`) ? full.slice(prefix.length + 1) : full;
      if (label(path) !== undefined) form.setError(path as Path<Input>, { type: 'server', message: messageOf(error) });
      else unplaced.push(full === unknownField && text === '' ? m.ui_unexpected_error() : text);
    }
    setFormErrors([...new Set(unplaced)]);
    focusSummary();
  };

  const shown = open ? flattenErrors(errors) : [];
  const entries = [
    ...formErrors.map((text, index) => ({ path: `form-${index}`, id: '', label: '', text })),
    ...shown.map(({ path, message }) => ({
      path,
      id: idOf(path),
      label: needsLabel({ path, message }) ? (label(path) ?? '') : '',
      text: textOf({ path, message }),
    })),
  ];
  return {
    form,
    fieldTexts,
    field,
    submit,
    isValid,
    loadedSchema,
    isSubmitting: isSubmitting || kept.isKept,
    showProblems,
    applyServerErrors,
    summary: { entries, focusRequest },
  };
}

/** A change in one field may fix another (two addresses that must differ), so shown errors are validated again. */
function useRevalidateOtherFields<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>) {
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
          const shownPaths = flattenErrors(latest.current).map(({ path }) => path as Path<Input>);
          const stale = shownPaths.filter((path) => path !== name && form.getFieldState(path).error?.type !== 'server');
          if (name && stale.length > 0) void form.trigger(stale);
        },
      }),
    [form],
  );
}
