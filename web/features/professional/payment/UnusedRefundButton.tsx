import { m } from '#messages/messages.js';
import { RefundButton, type RefundButtonProps } from '#web/checkout/refunds/RefundButton.tsx';

type Props = Omit<RefundButtonProps, 'texts' | 'consequences'> & { amount: string; consequence: string };

/** Refunds what is unused of a professional's order. */
export function UnusedRefundButton({ amount, consequence, ...events }: Props) {
  return (
    <RefundButton
      {...events}
      texts={{
        ask: m.pro_back_ask({ amount }),
        title: m.pro_back_title({ amount }),
        no: m.pro_back_no(),
        yes: m.pro_back_yes({ amount }),
      }}
      consequences={
        <>
          <p>{m.account_billing_refund_goes({ amount })}</p>
          <p>{consequence}</p>
        </>
      }
    />
  );
}
