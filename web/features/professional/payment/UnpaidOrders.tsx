import { Suspense, useState } from 'react';
import type { listUnpaidOrders, UnpaidOrder } from '#contract/api/professionals/unpaid-orders.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { m } from '#messages/messages.js';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { lazyPart } from '#web/ui/loading-error.ts';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { PaidNotice } from './PaidNotice.tsx';

/** The payment form, which few need here. */
const PayAgain = lazyPart(() => import('./PayAgain.tsx'));

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
            <Suspense key={order.orderId} fallback={<FormSkeleton />}>
              <PayAgain
                order={order}
                country={billingCountry}
                onPaid={(refunded) => {
                  setRefundedAmount(refunded);
                  setPaid([...paid, order.orderId]);
                }}
              />
            </Suspense>
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
