import type { FocusEvent, KeyboardEvent } from 'react';
import type { PlaceSuggestion, ResolvedPlace } from '#contract/api/lookups.ts';
import { m } from '#messages/messages.js';
import { describe, type FieldBinding, FieldShell } from '#web/ui/form/FieldShell.tsx';
import fields from '#web/ui/form/fields.module.css';
import { Option, OptionBox, OptionList } from '#web/ui/form/OptionList.tsx';
import { useOptions } from '#web/ui/form/use-options.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './AddressLineField.module.css';
import { usePlaceSuggestions } from './use-place-suggestions.ts';

type Props = FieldBinding & {
  /** ISO code; empty searches every country that has suggestions. */
  country: string;
  readOnly: boolean;
  onPlace: (place: ResolvedPlace) => void;
};

/** The first address line as a combobox: suggestions are optional help. */
export function AddressLineField({ country, readOnly, onPlace, label, error, id, onChange, onBlur, ...input }: Props) {
  const { suggestions, suggest, resolve, clear } = usePlaceSuggestions(readOnly ? 'none' : country);
  const open = suggestions.length > 0;
  const options = useOptions({ id, count: suggestions.length, open });

  const close = () => {
    clear();
    options.close();
  };
  const choose = async (suggestion: PlaceSuggestion) => {
    options.close();
    const place = await resolve(suggestion);
    if (place) onPlace(place);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!open) return;
    const chosen = suggestions[options.active];
    if (event.key === 'ArrowDown') options.move(1);
    else if (event.key === 'ArrowUp') options.move(-1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && chosen) void choose(chosen);
    else return;
    event.preventDefault();
  };
  const handleBlur = (event: FocusEvent<HTMLInputElement>) => {
    close();
    void onBlur(event);
  };

  return (
    <FieldShell id={id} label={label} error={error}>
      <OptionBox>
        <input
          {...input}
          {...describe({ id, error })}
          {...options.combobox}
          id={id}
          className={fields.input}
          type="text"
          autoComplete="address-line1"
          spellCheck={false}
          readOnly={readOnly}
          onChange={(event) => {
            void onChange(event);
            options.close();
            suggest(event.target.value);
          }}
          onBlur={handleBlur}
          onKeyDown={handleKey}
        />
        <OptionList options={options} label={m.payment_address_suggestions()}>
          {suggestions.map((suggestion, index) => (
            <Option
              key={suggestion.id}
              options={options}
              index={index}
              selected={index === options.active}
              onChoose={() => void choose(suggestion)}
            >
              {suggestion.text}
              {suggestion.secondaryText && <span className={style.more}>{suggestion.secondaryText}</span>}
            </Option>
          ))}
        </OptionList>
      </OptionBox>
      <VisuallyHidden>
        <span role="status">
          {open ? m.payment_address_suggestions_count({ count: String(suggestions.length) }) : ''}
        </span>
      </VisuallyHidden>
    </FieldShell>
  );
}
