import { useState } from 'react';
import { Link } from 'react-router';
import type { ProfessionalReceipt } from '#contract/api/professionals/professional-account.ts';
import { m } from '#messages/messages.js';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { DocumentRows } from '#web/checkout/receipt/DocumentRows.tsx';
import { FilteredReceipts } from '#web/checkout/receipt/FilteredReceipts.tsx';
import { InvoiceAddress } from '#web/checkout/receipt/InvoiceAddress.tsx';
import { ResendReceipt } from '#web/checkout/receipt/ResendReceipt.tsx';
import { listed } from '#web/i18n/listed.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { caseAddress } from '../cases/case-texts.ts';
import { ProPage } from '../ProPage.tsx';

/** A professional's payments by family, with refunds. */
export function Screen() {
  const answer = useSignedInQuery('GET /v2/professional/receipts', {});
  return (
    <ProPage heading={m.pro_invoices_title()} lead={m.pro_invoices_lead()}>
      {answer.state === 'failed' && <LoadError problem={answer.problem} onRetry={answer.retry} />}
      {answer.state === 'loading' && <Skeleton shape="card" />}
      {answer.state === 'ready' && answer.data.receipts.length === 0 && <p>{m.pro_invoices_none()}</p>}
      {answer.state === 'ready' && answer.data.receipts.length > 0 && (
        <>
          <FilteredReceipts {...answer.data} byPerson={false}>
            {(shown) => <Receipts receipts={shown} />}
          </FilteredReceipts>
          <InvoiceAddress>
            {(content, action) => (
              <Card>
                <h2>{m.account_invoices_heading()}</h2>
                {content}
                {action && <div>{action}</div>}
              </Card>
            )}
          </InvoiceAddress>
        </>
      )}
    </ProPage>
  );
}

const pageSize = 50;

function Receipts({ receipts }: { receipts: readonly ProfessionalReceipt[] }) {
  const [count, setCount] = useState(pageSize);
  return (
    <>
      {receipts.slice(0, count).map((receipt) => (
        <Receipt key={receipt.orderId} receipt={receipt} />
      ))}
      {receipts.length > count && (
        <div>
          <Button variant="quiet" onClick={() => setCount(count + pageSize)}>
            {m.pro_invoices_more()}
          </Button>
        </div>
      )}
    </>
  );
}

function Receipt({ receipt }: { receipt: ProfessionalReceipt }) {
  const {
    orderId,
    planName,
    date,
    totalFormatted: total,
    refunded,
    refundedFormatted,
    notPaid,
    family,
    invoiceNumber,
  } = receipt;
  return (
    <Card>
      <h2>{planName}</h2>
      {family && (
        <p>
          <Link to={caseAddress(family.familyId)}>{m.pro_receipt_for({ names: listed(family.names) })}</Link>
        </p>
      )}
      <p className={layout.soft}>{m.pro_receipt_facts({ date: longDay(date), total })}</p>
      {notPaid && <p>{m.pro_receipt_not_paid()}</p>}
      {refunded > 0 && <p>{m.pro_receipt_back({ amount: refundedFormatted })}</p>}
      {receipt.documents.length > 0 && <DocumentRows documents={receipt.documents} />}
      <div>
        <ResendReceipt orderId={orderId} invoiceNumber={invoiceNumber} />
      </div>
    </Card>
  );
}
