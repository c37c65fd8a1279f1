import type { ClipboardEvent, InputEvent } from 'react';
import { m } from '#messages/messages.js';
import { describe, type FieldBinding, FieldShell, type FieldWords } from './FieldShell.tsx';
import style from './fields.module.css';
import { digitsOnly, splitInternational } from './phone-input.ts';

export type CountryCodeOption = { value: string; label: string };

type Props = FieldWords & {
  /** Binding of the number; its label names both controls. */
  number: FieldBinding;
  /** Binding of the country code, `+1`. */
  code: FieldBinding;
  codes: readonly CountryCodeOption[];
  /** Told when a pasted number brought its country: set both values in the form. */
  onInternational: (pasted: { code: string; number: string }) => void;
};

/** Country code and number. Only digits can be typed; spaces, dashes and brackets may be pasted and fall away. */
export function PhoneField({ number, code, codes, hint, optional, onInternational }: Props) {
  const { id, label, error, ...input } = number;
  const { id: codeId, label: codeLabel, error: codeError, ...select } = code;
  const keepDigits = ({ currentTarget: field }: InputEvent<HTMLInputElement>) => {
    const kept = digitsOnly({ text: field.value, caret: field.selectionStart ?? field.value.length });
    if (kept.text === field.value) return;
    field.value = kept.text;
    field.setSelectionRange(kept.caret, kept.caret);
  };
  const paste = (event: ClipboardEvent) => {
    const values = codes.map(({ value }) => value);
    const pasted = splitInternational(event.clipboardData.getData('text'), values);
    if (!pasted) return;
    event.preventDefault();
    onInternational(pasted);
  };
  return (
    <FieldShell {...{ id, label, hint }} error={error ?? codeError} optional={optional ?? false}>
      <span className={style.phone}>
        <select
          {...select}
          {...describe({ id: codeId, error: undefined })}
          id={codeId}
          className={style.select}
          autoComplete="tel-country-code"
          aria-label={codeLabel || m.ui_country_code()}
        >
          {codes.map((option) => (
            // By its value alone: the chosen one must stay the same element when a longer list arrives.
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <input
          {...input}
          {...describe({ id, hint, error: error ?? codeError })}
          id={id}
          className={style.input}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          onInput={keepDigits}
          onPaste={paste}
        />
      </span>
    </FieldShell>
  );
}
