import { m } from '#messages/messages.js';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { PaymentInformation } from '#web/checkout/receipt/PaymentInformation.tsx';
import { RenewalNotice } from '#web/checkout/review/RenewalNotice.tsx';
import { PriceLines } from '#web/checkout/summary/PriceLines.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Actions, Button, ButtonLink } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AccountPage } from '../AccountPage.tsx';
import style from './paying.module.css';

type Props = { orderId: string; heading: string; text: string };

/** The receipt of a completed payment; a reload shows it again. */
export function AccountReceipt({ orderId, heading, text }: Props) {
  const answer = useSignedInQuery('GET /v2/account/receipts/:orderId', { params: { orderId } });
  return (
    <AccountPage heading={heading} lead={text}>
      <div className={`${layout.page} ${layout.narrow}`}>
        {answer.state === 'loading' && <Skeleton shape="card" />}
        {answer.state === 'failed' && (
          <div role="alert">
            <Notice>
              <p>{m.pay_receipt_failed()}</p>
              <Button variant="quiet" onClick={answer.retry}>
                {m.ui_try_again()}
              </Button>
            </Notice>
          </div>
        )}
        {answer.state === 'ready' && (
          <>
            <Card as="section" labelledBy="receipt-order">
              <h2 id="receipt-order">{m.payment_order_summary()}</h2>
              <PriceLines
                lines={answer.data.receipt.lines}
                totalLabel={m.receipt_total_paid()}
                totalFormatted={answer.data.receipt.totals.totalFormatted}
                country={answer.data.receipt.country}
              />
            </Card>
            <Card as="section" labelledBy="receipt-payment">
              <h2 id="receipt-payment">{m.receipt_payment_information()}</h2>
              <PaymentInformation receipt={answer.data.receipt} />
            </Card>
            <Card as="section" labelledBy="receipt-renewal">
              <h2 id="receipt-renewal">{m.receipt_renewal()}</h2>
              <RenewalNotice
                renewals={answer.data.receipt.renewals}
                needsMethod={answer.data.receipt.renewals.some(({ needsMethod }) => needsMethod) ? 'now' : 'no'}
              />
            </Card>
          </>
        )}
        {answer.state !== 'loading' && (
          <div className={style.screenOnly}>
            <Actions>
              <ButtonLink to={addresses.home}>{m.pay_to_home()}</ButtonLink>
              <ButtonLink variant="link" to={addresses.billing}>
                {m.upgrade_to_billing()}
              </ButtonLink>
              <Button variant="quiet" onClick={() => window.print()}>
                {m.ui_print()}
              </Button>
            </Actions>
          </div>
        )}
      </div>
    </AccountPage>
  );
}
