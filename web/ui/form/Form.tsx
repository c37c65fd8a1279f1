import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../Button.tsx';
import { useKeptPress } from '../use-kept-press.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import style from './fields.module.css';
import type { ContractForm } from './use-contract-form.ts';

type Props<Input extends FieldValues, Output> = {
  of: ContractForm<Input, Output>;
  /** Labels by path that differ from the form's own, depending on the country for instance. */
  labels?: Readonly<Record<string, string>>;
  children: ReactNode;
};

/** One column of fields under their error summary. The browser's own validation is off: our messages are better. */
export function Form<Input extends FieldValues, Output>({ of, labels = {}, children }: Props<Input, Output>) {
  const { entries, focusRequest } = of.summary;
  return (
    <form className={style.form} noValidate onSubmit={of.submit}>
      <ErrorSummary
        entries={entries.map((entry) => ({ ...entry, label: entry.label && (labels[entry.path] ?? entry.label) }))}
        focusRequest={focusRequest}
      />
      {children}
    </form>
  );
}

/** Two short fields side by side; one under the other on a phone. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={style.pair}>{children}</div>;
}

type SubmitProps<Input extends FieldValues, Output> = {
  of: ContractForm<Input, Output>;
  /** Why the form cannot be sent yet, shown under the button; a click then shows the errors. */
  blockedReason?: string | undefined;
  children: ReactNode;
};

/**
 * The submit button; while the form is being sent a click does nothing. Clicked while it is blocked and nothing was
 * validated yet, it waits, because it is unknown whether anything is missing.
 */
export function Submit<Input extends FieldValues, Output>({ of, blockedReason, children }: SubmitProps<Input, Output>) {
  const { isKept, press } = useKeptPress({
    mustWait: () => of.loadedSchema === null,
    carryOut: () => void (blockedReason === undefined ? of.submit() : of.showProblems()),
  });
  return (
    <Button type="submit" waiting={of.isSubmitting || isKept} blockedReason={blockedReason} onBlockedClick={press}>
      {children}
    </Button>
  );
}
