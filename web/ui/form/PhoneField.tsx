import { type ClipboardEvent, type FocusEvent, type InputEvent, useState } from 'react';
import { countries, countriesWhere } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import { describe, type FieldBinding, FieldShell, type FieldTexts } from './FieldShell.tsx';
import fields from './fields.module.css';
import style from './PhoneField.module.css';
import { digitsOnly, type Phone, phoneOf } from './phone-input.ts';

/** `short`: the text while the list is closed; the full name is too long beside a number. */
export type CountryCodeOption = { value: string; label: string; short?: string };

type Props = FieldTexts & {
  /** Binding of the number; its label names both controls. */
  number: FieldBinding;
  /** Binding of the country code, `+1`. */
  code: FieldBinding;
  codes: readonly CountryCodeOption[];
  /** The current code. */
  chosen: string;
  /** Called when the input contains another code or a differently written number: set both values in the form. */
  onRecognised: (phone: Phone) => void;
  /** Whose phone it is: browsers autofill only their owner's number. */
  of?: 'oneself' | 'somebody else';
};

/**
 * Country code and number. Only digits and a leading plus can be typed; spaces, dashes and brackets may be pasted and
 * are removed. A number typed with its country switches the code.
 */
export function PhoneField({ number, code, codes, chosen, hint, optional, onRecognised, of = 'oneself' }: Props) {
  const { id, label, error, ...input } = number;
  const { id: codeId, label: codeLabel, error: codeError, ...select } = code;
  const [switchedTo, setSwitchedTo] = useState('');
  const parse = (text: string, isComplete: boolean) =>
    phoneOf({ text, code: chosen, codes: codes.map(({ value }) => value), isComplete });
  const applyPhone = (phone: Phone) => {
    if (phone.code !== chosen) setSwitchedTo(phone.code);
    onRecognised(phone);
  };
  const onInput = ({ currentTarget: field }: InputEvent<HTMLInputElement>) => {
    const phone = parse(field.value, false);
    if (phone.code !== chosen) return applyPhone(phone);
    if (phone.number === field.value) return;
    const digits = digitsOnly({ text: field.value, caret: field.selectionStart ?? field.value.length });
    field.value = phone.number;
    if (digits.text === phone.number) field.setSelectionRange(digits.caret, digits.caret);
  };
  const paste = (event: ClipboardEvent) => {
    const phone = parse(event.clipboardData.getData('text'), true);
    if (phone.code === chosen) return;
    event.preventDefault();
    applyPhone(phone);
  };
  const onBlur = async (event: FocusEvent<HTMLInputElement>) => {
    const phone = parse(event.currentTarget.value, true);
    if (phone.number !== event.currentTarget.value) applyPhone(phone);
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
              // Keyed by value alone: the selected option must stay the same element when a longer list arrives.
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
          onInput={onInput}
          onBlur={(event) => void onBlur(event)}
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
