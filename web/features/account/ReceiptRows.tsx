import { generatePath, Link } from 'react-router';
import type { ReceiptItem } from '#contract/api/receipts.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';
import { addresses } from '#web/site/addresses.ts';
import { ColumnHeads } from '#web/ui/ColumnHeads.tsx';
import style from './receipts.module.css';
import { purposeText } from './subscription-texts.ts';

/** Receipts, the latest first; each links to its page. Where there is little space, a row is two lines. */
export function ReceiptRows({ receipts }: { receipts: readonly ReceiptItem[] }) {
  if (receipts.length === 0) return <p>{m.account_receipts_none()}</p>;
  const columns = [m.account_receipt_title(), m.receipt_date(), m.document_number_invoice(), m.mail_fact_amount()];
  return (
    <div className={style.receipts}>
      <table>
        <ColumnHeads columns={columns} />
        <tbody>
          {receipts.map((receipt) => (
            <ReceiptRow key={receipt.orderId} receipt={receipt} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const bankTexts = { HELD: m.account_receipt_bank_held, RETURNED: m.account_receipt_bank_returned };

function ReceiptRow({
  receipt: {
    orderId,
    purpose,
    planName,
    date,
    totalFormatted,
    refunded,
    refundedFormatted,
    bank,
    notPaid,
    invoiceNumber,
  },
}: {
  receipt: ReceiptItem;
}) {
  return (
    <tr>
      <th scope="row">
        <Link to={generatePath(addresses.receipt, { orderId })}>
          {m.account_receipt_item({ purpose: purposeText(purpose), plan: planName })}
        </Link>
      </th>
      <td>{longDay(date)}</td>
      <td>{invoiceNumber}</td>
      <td>
        <strong>{totalFormatted}</strong>
        {bank && <p>{bankTexts[bank.state]({ amount: bank.amountFormatted })}</p>}
        {notPaid && <p>{m.account_receipt_not_paid()}</p>}
        {refunded > 0 && <p>{m.account_receipt_refunded({ amount: refundedFormatted })}</p>}
      </td>
    </tr>
  );
}
