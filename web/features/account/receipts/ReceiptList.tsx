import { useId, useState } from 'react';
import type { ReceiptItem } from '#contract/api/receipts.ts';
import { m } from '#messages/messages.js';
import { Card } from '#web/ui/Card.tsx';
import { FieldShell } from '#web/ui/form/FieldShell.tsx';
import fields from '#web/ui/form/fields.module.css';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ReceiptRows } from '../ReceiptRows.tsx';
import style from './receipt.module.css';
import { filterReceipts, receiptChoices } from './receipt-filter.ts';
import { YearFiles } from './YearFiles.tsx';

/** Every receipt, by year and by whom it paid for where there is a choice, and a year's in one file. */
export function ReceiptList({ receipts }: { receipts: readonly ReceiptItem[] }) {
  const [year, setYear] = useState('');
  const [person, setPerson] = useState('');
  const { years, persons } = receiptChoices(receipts);
  const shown = filterReceipts(receipts, { year, person });
  const fileYear = year || years[0];
  return (
    <Card>
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
        {persons.length > 1 && (
          <Choice
            label={m.account_receipts_person()}
            all={m.account_receipts_everybody()}
            value={person}
            values={persons.map((value) => ({ value, label: value === 'me' ? m.receipt_you_first() : value }))}
            onChange={setPerson}
          />
        )}
      </div>
      <VisuallyHidden>
        <span role="status">{(year || person) && countText(shown.length)}</span>
      </VisuallyHidden>
      {receipts.length > 0 && shown.length === 0 ? (
        <p>{m.account_receipts_no_match()}</p>
      ) : (
        <ReceiptRows receipts={shown} />
      )}
      {fileYear && <YearFiles year={fileYear} />}
    </Card>
  );
}

const countText = (count: number) =>
  count === 1 ? m.account_receipts_shown_one() : m.account_receipts_shown({ count: String(count) });

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
