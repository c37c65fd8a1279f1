import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import type { PlaceSuggestion, ResolvedPlace } from '#contract/api/lookups.ts';
import { m } from '#messages/messages.js';
import { describe, type FieldBinding, FieldShell } from '../../ui/form/FieldShell.tsx';
import fields from '../../ui/form/fields.module.css';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import style from './AddressLineField.module.css';
import { usePlaceSuggestions } from './use-place-suggestions.ts';

type Props = FieldBinding & {
  /** ISO code; empty searches every country that has suggestions. */
  country: string;
  readOnly: boolean;
  onPlace: (place: ResolvedPlace) => void;
};

/** The first address line as a combobox: suggestions help, and are never needed. */
export function AddressLineField({ country, readOnly, onPlace, label, error, id, onChange, onBlur, ...input }: Props) {
  const { suggestions, ask, take, clear } = usePlaceSuggestions(readOnly ? 'none' : country);
  const [active, setActive] = useState(-1);
  const open = suggestions.length > 0;
  const listId = `${id}-places`;
  const optionId = (index: number) => `${id}-place-${index}`;

  const close = () => {
    clear();
    setActive(-1);
  };
  const choose = async (suggestion: PlaceSuggestion) => {
    setActive(-1);
    const place = await take(suggestion);
    if (place) onPlace(place);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!open) return;
    const count = suggestions.length;
    const chosen = suggestions[active];
    if (event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? count - 1 : active - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && chosen) void choose(chosen);
    else return;
    event.preventDefault();
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    close();
    void onBlur(event);
  };

  return (
    <FieldShell id={id} label={label} error={error}>
      <span className={style.place}>
        <input
          {...input}
          {...describe({ id, error })}
          id={id}
          className={fields.input}
          type="text"
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && active >= 0 ? optionId(active) : undefined}
          autoComplete="address-line1"
          spellCheck={false}
          readOnly={readOnly}
          onChange={(event) => {
            void onChange(event);
            setActive(-1);
            ask(event.target.value);
          }}
          onBlur={leave}
          onKeyDown={press}
        />
        <span id={listId} className={style.list} role="listbox" aria-label={m.payment_address_suggestions()} hidden={!open}>
          {suggestions.map((suggestion, index) => (
            <button
              key={suggestion.id}
              type="button"
              id={optionId(index)}
              className={style.option}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The field keeps the focus, so that leaving it does not take the list away before the press arrives.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void choose(suggestion)}
            >
              {suggestion.text}
              {suggestion.secondaryText && <span className={style.more}>{suggestion.secondaryText}</span>}
            </button>
          ))}
        </span>
      </span>
      <VisuallyHidden>
        <span role="status">{open ? m.payment_address_suggestions_count({ count: String(suggestions.length) }) : ''}</span>
      </VisuallyHidden>
    </FieldShell>
  );
}
