import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { readReceipt } from '#contract/api/receipts.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { dayIn } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { DocumentRows } from '#web/checkout/receipt/DocumentRows.tsx';
import { PaymentInformation } from '#web/checkout/receipt/PaymentInformation.tsx';
import { ResendReceipt } from '#web/checkout/receipt/ResendReceipt.tsx';
import { PriceLines } from '#web/checkout/summary/PriceLines.tsx';
import { longDay } from '#web/i18n/long-day.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { AccountPage, CardSkeletons } from '../AccountPage.tsx';
import account from '../account.module.css';
import { purposeText, refundReasonText, refundText } from '../subscription-texts.ts';
import style from './receipt.module.css';

/** A receipt to read, print and download. */
export function Screen() {
  const { orderId = '' } = useParams();
  const answer = useSignedInQuery('GET /v2/account/receipts/:orderId', { params: { orderId } });
  const missing =
    answer.state === 'failed' && (answer.problem.code === 'NOT_FOUND' || answer.problem.code === 'VALIDATION');
  return (
    <AccountPage
      heading={m.account_receipt_title()}
      lead={answer.state === 'ready' ? leadText(answer.data) : undefined}
    >
      {missing && <Notice>{m.account_receipt_missing()}</Notice>}
      {answer.state === 'failed' && !missing && <LoadError problem={answer.problem} onRetry={answer.retry} />}
      {answer.state === 'loading' && <CardSkeletons count={2} />}
      {answer.state === 'failed' && <AllReceipts />}
      {answer.state === 'ready' && <Receipt shown={answer.data} />}
    </AccountPage>
  );
}

function AllReceipts() {
  return (
    <p className={account.further}>
      <Link to={`${addresses.billing}#receipts`}>{m.account_receipts_all()}</Link>
    </p>
  );
}

type Shown = AnswerOf<typeof readReceipt>;

function leadText({ purpose, receipt }: Shown): string {
  return m.account_receipt_lead({
    purpose: purposeText(purpose),
    date: longDay(dayIn(new Date(receipt.transactionDateTime), receipt.timeZone)),
  });
}

function Receipt({ shown }: { shown: Shown }) {
  const { receipt, billedTo, soldBy, documents } = shown;
  return (
    <div className={style.columns}>
      <div className={layout.page}>
        <Card as="section" labelledBy="receipt-lines">
          <h2 id="receipt-lines">{m.account_receipt_lines()}</h2>
          <PriceLines
            lines={receipt.lines}
            totalLabel={m.receipt_total_paid()}
            totalFormatted={receipt.totals.totalFormatted}
            country={receipt.country}
          />
          {shown.notPaid && <p>{m.account_receipt_not_paid_text()}</p>}
          <ReturnedAmounts shown={shown} />
        </Card>
        {documents.length > 0 && (
          <Card as="section" labelledBy="receipt-documents">
            <h2 id="receipt-documents">{m.document_heading()}</h2>
            <DocumentRows documents={documents} />
          </Card>
        )}
        <div className={style.screenOnly}>
          <Actions>
            <Button variant="quiet" onClick={() => window.print()}>
              {m.ui_print()}
            </Button>
            <ResendReceipt orderId={receipt.orderId} />
          </Actions>
          <AllReceipts />
        </div>
      </div>
      <Card as="section" labelledBy="receipt-payment">
        <h2 id="receipt-payment">{m.account_receipt_payment()}</h2>
        <PaymentInformation receipt={receipt} />
        {documents.length > 0 && (
          <dl className={style.parties}>
            <Party name={m.receipt_billed_to()} lines={billedTo} />
            <Party name={m.account_receipt_from()} lines={soldBy} />
          </dl>
        )}
      </Card>
    </div>
  );
}

function ReturnedAmounts({ shown: { receipt, refunded, refundedFormatted, bank, refunds } }: { shown: Shown }) {
  const returned = bank?.state === 'RETURNED' ? bank : null;
  return (
    <>
      {(refunded > 0 || returned) && (
        <dl className={style.givenBack}>
          {refunded > 0 && <Amount name={m.receipt_given_back()}>−{refundedFormatted}</Amount>}
          {returned && <Amount name={m.account_receipt_by_bank()}>−{returned.amountFormatted}</Amount>}
          <Amount name={m.receipt_left()}>
            {formatCents(Math.max(0, receipt.totals.total - refunded - (returned?.amount ?? 0)))}
          </Amount>
        </dl>
      )}
      {bank?.state === 'HELD' && <p>{m.account_receipt_held()}</p>}
      {refunds.map((refund) => (
        <p key={`${refund.requestedAt} ${refund.amountFormatted}`}>
          {refundText(refund)} {refundReasonText(refund)}
        </p>
      ))}
    </>
  );
}

function Amount({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Party({ name, lines }: { name: string; lines: readonly string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      {lines.map((line) => (
        <dd key={line}>{line}</dd>
      ))}
    </div>
  );
}
