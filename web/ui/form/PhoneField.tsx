import type { ClipboardEvent, InputEvent } from 'react';
import { m } from '#messages/messages.js';
import { describe, type FieldBinding, FieldShell, type FieldWords } from './FieldShell.tsx';
import style from './fields.module.css';
import { digitsOnly, splitInternational } from './phone-input.ts';

/** `short`: what stands before the code while the list is closed; its own name is too long beside a number. */
export type CountryCodeOption = { value: string; label: string; short?: string };

/** Countries we sell to, as their people write them. */
const shortNames: Record<string, string> = { '+1': 'US/CA', '+44': 'UK', '+52': 'MX', '+61': 'AU', '+64': 'NZ' };

type Props = FieldWords & {
  /** Binding of the number; its label names both controls. */
  number: FieldBinding;
  /** Binding of the country code, `+1`. */
  code: FieldBinding;
  codes: readonly CountryCodeOption[];
  /** The code that is chosen now. */
  chosen: string;
  /** Told when a pasted number brought its country: set both values in the form. */
  onInternational: (pasted: { code: string; number: string }) => void;
};

/** Country code and number. Only digits can be typed; spaces, dashes and brackets may be pasted and fall away. */
export function PhoneField({ number, code, codes, chosen, hint, optional, onInternational }: Props) {
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
        <span className={style.code}>
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
          <span className={style.codeShown} aria-hidden="true">
            {closedText(chosen, codes)}
          </span>
        </span>
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

function closedText(chosen: string, codes: readonly CountryCodeOption[]): string {
  const short = shortNames[chosen] ?? codes.find(({ value }) => value === chosen)?.short ?? '';
  return `${short} ${chosen}`.trim();
}
