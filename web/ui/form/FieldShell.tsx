import type { ReactNode } from 'react';
import { m } from '#messages/messages.js';
import style from './fields.module.css';
import { useAfterPointerUp } from './use-after-pointer-up.ts';

/** What a form passes to each of its fields (`useContractForm().field(path)`). */
export type FieldBinding = {
  id: string;
  name: string;
  label: string;
  error: string | undefined;
  onChange: (event: { target: unknown; type?: string }) => Promise<unknown>;
  onBlur: (event: { target: unknown; type?: string }) => Promise<unknown>;
  ref: (element: Element | null) => void;
};

/** Optional texts of a field beside its label. */
export type FieldTexts = { hint?: ReactNode; optional?: boolean };

/** `aria-` attributes of a control: its hint, then its error. */
export function describe({ id, hint, error }: { id: string; hint?: ReactNode; error: string | undefined }) {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? (true as const) : undefined };
}

type Props = FieldTexts & { id: string; label: string; error: string | undefined; children: ReactNode };

/** Label above, hint under it, control, error under that. */
export function FieldShell({ id, label, hint, optional, error, children }: Props) {
  return (
    <div className={style.field}>
      <label className={style.label} htmlFor={id}>
        {label}
        {optional && <Optional />}
      </label>
      <FieldHint id={id}>{hint}</FieldHint>
      {children}
      <FieldErrorText id={id} error={error} />
    </div>
  );
}

export function Optional() {
  return <span className={style.optional}> {m.ui_optional()}</span>;
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <span className={style.hint} id={`${id}-hint`}>
      {children}
    </span>
  );
}

/** The live region exists from the start, so that an error that appears on blur is announced. */
export function FieldErrorText({ id, error: latest }: { id: string; error: string | undefined }) {
  const error = useAfterPointerUp(latest);
  return (
    <span className={style.errorSlot} aria-live="polite">
      {error && (
        <span className={style.error} id={`${id}-error`}>
          <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
            <circle cx="9" cy="9" r="8" fill="none" stroke="currentColor" strokeWidth="2" />
            <path d="M9 4.5v5.5M9 12.4v1.4" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
          <span>{error}</span>
        </span>
      )}
    </span>
  );
}
