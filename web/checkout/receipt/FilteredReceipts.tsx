import { type ReactNode, useId, useState } from 'react';
import { capital } from '#messages/fill.js';
import { m } from '#messages/messages.js';
import { FieldShell } from '#web/ui/form/FieldShell.tsx';
import fields from '#web/ui/form/fields.module.css';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './FilteredReceipts.module.css';
import { type Filtered, filterReceipts, receiptChoices } from './receipt-filter.ts';
import { YearFiles } from './YearFiles.tsx';

type Props<Receipt extends Filtered> = {
  receipts: readonly Receipt[];
  documentYears: readonly string[];
  /** Whether to filter by person too; a professional with hundreds of families has a search instead. */
  byPerson?: boolean;
  children: (shown: readonly Receipt[]) => ReactNode;
};

/** Receipts with filters by year and person where there is a choice, and a year's documents in one file. */
export function FilteredReceipts<Receipt extends Filtered>({
  receipts,
  documentYears,
  byPerson = true,
  children,
}: Props<Receipt>) {
  const [year, setYear] = useState('');
  const [person, setPerson] = useState('');
  const { years, persons } = receiptChoices(receipts, documentYears);
  const shown = filterReceipts(receipts, { year, person });
  const fileYear = year || years[0];
  return (
    <>
      <div className={style.filters}>
        {years.length > 1 && (
          <Choice
            label={m.account_receipts_year()}
            all={m.account_receipts_every_year()}
            value={year}
            values={years.map((value) => ({ value, label: value }))}
            onChange={setYear}
          />
        )}
        {byPerson && persons.length > 1 && (
          <Choice
            label={m.account_receipts_person()}
            all={m.account_receipts_everybody()}
            value={person}
            values={persons.map((value) => ({ value, label: capital(value === 'me' ? m.receipt_you() : value) }))}
            onChange={setPerson}
          />
        )}
        {fileYear && <YearFiles year={fileYear} />}
      </div>
      <VisuallyHidden>
        <span role="status">{(year || person) && countText(shown.length)}</span>
      </VisuallyHidden>
      {receipts.length > 0 && shown.length === 0 ? <p>{m.account_receipts_no_match()}</p> : children(shown)}
    </>
  );
}

const countText = (count: number) => m.account_receipts_shown({ count });

type ChoiceProps = {
  label: string;
  all: string;
  value: string;
  values: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Choice({ label, all, value, values, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <FieldShell id={id} label={label} error={undefined}>
      <select id={id} className={fields.select} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        {values.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldShell>
  );
}
