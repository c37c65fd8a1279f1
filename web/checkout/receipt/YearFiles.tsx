import { useState } from 'react';
import { m } from '#messages/messages.js';
import { downloadFile } from '#web/api/download-file.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import style from './FilteredReceipts.module.css';

const files = [
  { end: '', text: m.account_receipt_pdf, name: m.account_receipts_year_pdf },
  { end: '/table', text: m.account_receipts_csv, name: m.account_receipts_year_csv },
] as const;

/** A year's invoices and credit notes in one file: as PDF, or as a table for a spreadsheet. */
export function YearFiles({ year }: { year: string }) {
  const [busy, setBusy] = useState<string | null>(null);
  const save = async (end: string) => {
    setBusy(end);
    const problem = await downloadFile(`/api/v2/account/documents/years/${year}${end}`);
    setBusy(null);
    if (problem) showError(problem);
  };
  return (
    <div className={style.files}>
      <p>{m.account_receipts_year_files({ year })}</p>
      {files.map(({ end, text, name }) => (
        <Button
          key={end}
          variant="link"
          waiting={busy === end}
          aria-label={name({ year })}
          onClick={() => void save(end)}
        >
          {text()}
        </Button>
      ))}
    </div>
  );
}
