import { useId } from 'react';
import { formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { Years } from './offers.ts';
import style from './TermToggle.module.css';

type Props = { years: Years; saved: number; onChange: (years: Years) => void };

/** One year or two; shown only if there are packages for two. `saved`: cents. */
export function TermToggle({ years, saved, onChange }: Props) {
  const name = useId();
  const choices = [
    { value: 1 as const, text: m.packages_one_year(), note: '' },
    {
      value: 2 as const,
      text: m.packages_two_years(),
      note: saved > 0 ? m.packages_save({ amount: formatCents(saved) }) : '',
    },
  ];
  return (
    <fieldset className={style.toggle}>
      <legend>
        <VisuallyHidden>{m.packages_term()}</VisuallyHidden>
      </legend>
      <div className={style.pills}>
        {choices.map(({ value, text, note }) => (
          <label key={value} className={style.pill}>
            <input type="radio" name={name} value={value} checked={years === value} onChange={() => onChange(value)} />
            <span>{text}</span>
            {note && <span className={style.save}>{note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
