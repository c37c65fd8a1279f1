import { type ClipboardEvent, type FocusEvent, type InputEvent, useState } from 'react';
import { countries, countriesWhere } from '#contract/countries.ts';
import { m } from '#messages/messages.js';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import { describe, type FieldBinding, FieldShell, type FieldTexts } from './FieldShell.tsx';
import fields from './fields.module.css';
import style from './PhoneField.module.css';
import { digitsOnly, type Phone, phoneOf } from './phone-input.ts';

/** `short`: what stands before the code while the list is closed; its own name is too long beside a number. */
export type CountryCodeOption = { value: string; label: string; short?: string };

type Props = FieldTexts & {
  /** Binding of the number; its label names both controls. */
  number: FieldBinding;
  /** Binding of the country code, `+1`. */
  code: FieldBinding;
  codes: readonly CountryCodeOption[];
  /** The code that is chosen now. */
  chosen: string;
  /** Told when what was typed or pasted means another code or number: set both values in the form. */
  onRecognised: (phone: Phone) => void;
  /** Whose phone it is: a browser knows the number of its owner alone. */
  of?: 'oneself' | 'somebody else';
};

/**
 * Country code and number. Only digits can be typed, and a plus before them; spaces, dashes and brackets may be pasted
 * and fall away. A number that is typed with its country switches the code.
 */
export function PhoneField({ number, code, codes, chosen, hint, optional, onRecognised, of = 'oneself' }: Props) {
  const { id, label, error, ...input } = number;
  const { id: codeId, label: codeLabel, error: codeError, ...select } = code;
  const [switchedTo, setSwitchedTo] = useState('');
  const read = (text: string, whole: boolean) =>
    phoneOf({ text, code: chosen, codes: codes.map(({ value }) => value), whole });
  const take = (phone: Phone) => {
    if (phone.code !== chosen) setSwitchedTo(phone.code);
    onRecognised(phone);
  };
  const typed = ({ currentTarget: field }: InputEvent<HTMLInputElement>) => {
    const phone = read(field.value, false);
    if (phone.code !== chosen) return take(phone);
    if (phone.number === field.value) return;
    const kept = digitsOnly({ text: field.value, caret: field.selectionStart ?? field.value.length });
    field.value = phone.number;
    if (kept.text === phone.number) field.setSelectionRange(kept.caret, kept.caret);
  };
  const paste = (event: ClipboardEvent) => {
    const phone = read(event.clipboardData.getData('text'), true);
    if (phone.code === chosen) return;
    event.preventDefault();
    take(phone);
  };
  const left = async (event: FocusEvent<HTMLInputElement>) => {
    const phone = read(event.currentTarget.value, true);
    if (phone.number !== event.currentTarget.value) take(phone);
    await input.onBlur(event);
  };
  return (
    <FieldShell {...{ id, label, hint }} error={error ?? codeError} optional={optional ?? false}>
      <span className={style.phone}>
        <span className={style.code}>
          <select
            {...select}
            {...describe({ id: codeId, error: undefined })}
            id={codeId}
            className={fields.select}
            autoComplete={of === 'oneself' ? 'tel-country-code' : 'off'}
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
          className={fields.input}
          type="tel"
          autoComplete={of === 'oneself' ? 'tel-national' : 'off'}
          onInput={typed}
          onBlur={(event) => void left(event)}
          onPaste={paste}
        />
      </span>
      <VisuallyHidden role="status">
        {switchedTo !== '' && m.ui_country_code_switched({ code: switchedTo })}
      </VisuallyHidden>
    </FieldShell>
  );
}

function closedText(chosen: string, codes: readonly CountryCodeOption[]): string {
  const sharing = countriesWhere(({ callingCode }) => callingCode === chosen);
  const served = sharing.map((country) => countries[country].shortName).join('/');
  const short = served || (codes.find(({ value }) => value === chosen)?.short ?? '');
  return `${short} ${chosen}`.trim();
}
