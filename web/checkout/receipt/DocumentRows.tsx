import { useState } from 'react';
import type { DocumentItem } from '#contract/api/receipts.ts';
import { m } from '#messages/messages.js';
import { downloadFile } from '#web/api/download-file.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';
import style from './DocumentRows.module.css';

const names = {
  INVOICE: m.document_invoice,
  CREDIT_NOTE: m.document_credit_note,
  DEBIT_NOTE: m.document_debit_note,
} as const;

/** Invoices, credit and debit notes, each with a PDF. */
export function DocumentRows({ documents }: { documents: readonly DocumentItem[] }) {
  return (
    <ul className={style.rows}>
      {documents.map((document) => (
        <DocumentRow key={document.id} document={document} />
      ))}
    </ul>
  );
}

function DocumentRow({ document: { id, kind, number, date, amountFormatted } }: { document: DocumentItem }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const problem = await downloadFile(`/api/v2/account/documents/${id}`);
    setBusy(false);
    if (problem) showError(problem);
  };
  const name = names[kind]();
  return (
    <li className={style.row}>
      <div>
        <p>
          {name} <span className={style.number}>{number}</span>
        </p>
        <p className={layout.soft}>{m.document_facts({ date: longDay(date), amount: amountFormatted })}</p>
      </div>
      <Button
        variant="quiet"
        waiting={busy}
        aria-label={m.document_download_named({ name: `${name} ${number}` })}
        onClick={() => void save()}
      >
        {m.account_receipt_pdf()}
      </Button>
    </li>
  );
}
