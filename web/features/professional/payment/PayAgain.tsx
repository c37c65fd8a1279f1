import type { z } from 'zod/mini';
import type { paidAgain, UnpaidOrder } from '#contract/api/professionals/unpaid-orders.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { PriceLines } from '#web/checkout/summary/PriceLines.tsx';
import { Card } from '#web/ui/Card.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import layout from '#web/ui/layout.module.css';
import style from '../pro.module.css';
import { ProPayment } from './ProPayment.tsx';

type Paid = z.output<typeof paidAgain>;

type Props = { order: UnpaidOrder; country: string; onPaid: (refundedAmount: string | null) => void };

/** Pays for an order again whose payment failed later. */
export default function PayAgain({ order: { orderId, lines, total, totalFormatted }, country, onPaid }: Props) {
  const params = { orderId };
  return (
    <section className={style.columns} aria-labelledby="pay-again">
      <aside className={style.aside} aria-label={m.receipt_order_summary()}>
        <Card>
          <h2 id="pay-again" ref={focusOnMount} tabIndex={-1}>
            {m.pro_again_action()}
          </h2>
          <p>{m.pro_again_lead()}</p>
          <PriceLines lines={lines} totalLabel={m.pro_pay_total()} totalFormatted={totalFormatted} country={country} />
        </Card>
      </aside>
      <div className={layout.part}>
        <ProPayment<Paid>
          subjectId={orderId}
          country={country}
          totalCents={total}
          totalFormatted={totalFormatted}
          pay={({ key, body: { method, agreedToTerms } }) =>
            call('POST /v2/professional/unpaid-orders/:orderId/payments', {
              params,
              body: { payment: { amountDisplayed: total, ...method }, agreedToTerms },
              headers: { 'idempotency-key': key },
            })
          }
          read={(key) => call('GET /v2/professional/unpaid-orders/:orderId/payment', { params, query: { key } })}
          onPaid={({ givenBack, givenBackFormatted }) => onPaid(givenBack > 0 ? givenBackFormatted : null)}
          onQuote={() => undefined}
        />
      </div>
    </section>
  );
}
