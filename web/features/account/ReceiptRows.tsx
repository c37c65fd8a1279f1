import { generatePath, Link } from 'react-router';
import type { ReceiptItem } from '#contract/api/receipts.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { longDay } from '#web/i18n/long-day.ts';
import layout from '#web/ui/layout.module.css';
import { Unbroken } from '#web/checkout/summary/Unbroken.tsx';
import style from './account.module.css';
import { purposeText } from './subscription-texts.ts';

/** Receipts, the latest first; each links to its page. */
export function ReceiptRows({ receipts }: { receipts: readonly ReceiptItem[] }) {
  if (receipts.length === 0) return <p>{m.account_receipts_none()}</p>;
  return (
    <ul className={style.rows}>
      {receipts.map((receipt) => (
        <ReceiptRow key={receipt.orderId} receipt={receipt} />
      ))}
    </ul>
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
    <li className={style.row}>
      <div className={style.what}>
        <Link to={generatePath(addresses.receipt, { orderId })}>
          {m.account_receipt_item({ purpose: purposeText(purpose), plan: planName })}
        </Link>
        <p className={layout.soft}>
          <Unbroken text={m.account_receipt_facts({ date: longDay(date), number: invoiceNumber })} />
        </p>
      </div>
      <div className={style.amount}>
        {totalFormatted}
        {bank && <p className={layout.soft}>{bankTexts[bank.state]({ amount: bank.amountFormatted })}</p>}
        {notPaid && <p className={layout.soft}>{m.account_receipt_not_paid()}</p>}
        {refunded > 0 && <p className={layout.soft}>{m.account_receipt_refunded({ amount: refundedFormatted })}</p>}
      </div>
    </li>
  );
}
