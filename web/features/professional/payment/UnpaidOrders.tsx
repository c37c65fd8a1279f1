import { useState } from 'react';
import type { z } from 'zod/mini';
import type { listUnpaidOrders, paidAgain, UnpaidOrder } from '#contract/api/professionals/unpaid-orders.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { PriceLines } from '#web/checkout/summary/PriceLines.tsx';
import { longDay } from '#web/i18n/long-day.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import layout from '#web/ui/layout.module.css';
import style from '../pro.module.css';
import { PaidNotice } from './PaidNotice.tsx';
import { ProPayment } from './ProPayment.tsx';

type Paid = z.output<typeof paidAgain>;
type Unpaid = AnswerOf<typeof listUnpaidOrders>;

/** Orders whose payment failed later and can be paid again. The page below does not wait for them. */
export function UnpaidOrders() {
  const answer = useSignedInQuery('GET /v2/professional/unpaid-orders', {});
  return answer.state === 'ready' ? <Orders unpaid={answer.data} /> : null;
}

function Orders({ unpaid: { orders, billingCountry } }: { unpaid: Unpaid }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [paid, setPaid] = useState<readonly string[]>([]);
  const [refundedAmount, setRefundedAmount] = useState<string | null>(null);
  return (
    <>
      {paid.length > 0 && (
        <PaidNotice key={paid.length} title={m.pro_again_done_title()}>
          {refundedAmount === null ? m.pro_again_done() : m.pro_again_done_back({ amount: refundedAmount })}
        </PaidNotice>
      )}
      {orders
        .filter(({ orderId }) => !paid.includes(orderId))
        .map((order) =>
          order.orderId === chosen ? (
            <PayAgain
              key={order.orderId}
              order={order}
              country={billingCountry}
              onPaid={(refunded) => {
                setRefundedAmount(refunded);
                setPaid([...paid, order.orderId]);
              }}
            />
          ) : (
            <Unpaid key={order.orderId} order={order} onPay={() => setChosen(order.orderId)} />
          ),
        )}
    </>
  );
}

function Unpaid({ order, onPay }: { order: UnpaidOrder; onPay: () => void }) {
  const params = { amount: order.totalFormatted, name: order.name, date: longDay(order.until) };
  return (
    <Notice tone="error">
      <h2>{m.pro_again_notice_title()}</h2>
      <p>{order.purpose === 'CODE_BUNDLE' ? m.pro_again_notice_codes(params) : m.pro_again_notice_plans(params)}</p>
      <div>
        <Button onClick={onPay}>{m.pro_again_action()}</Button>
      </div>
    </Notice>
  );
}

type PayAgainProps = { order: UnpaidOrder; country: string; onPaid: (refundedAmount: string | null) => void };

function PayAgain({ order: { orderId, lines, total, totalFormatted }, country, onPaid }: PayAgainProps) {
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
