import { returnedCodeDays } from '#contract/account/refund.ts';
import type { Billing } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { RefundButton, type RefundButtonProps } from '#web/checkout/refunds/RefundButton.tsx';
import { longDay } from '#web/i18n/long-day.ts';
import layout from '#web/ui/layout.module.css';
import style from '../account.module.css';
import { Fact } from '../Fact.tsx';

type Props = Pick<RefundButtonProps, 'refresh' | 'onRefunded'> & { refund: NonNullable<Billing['refund']> };

/** The refund of a payment while it is possible: what it ends and keeps is shown before it is confirmed. */
export function RefundFact({ refund, ...events }: Props) {
  const { amountFormatted: amount, until, kept, keptFormatted, codes, codesFormatted, stopsPaying } = refund;
  return (
    <Fact
      id="refund"
      heading={m.account_billing_refund()}
      action={
        <RefundButton
          {...events}
          texts={{
            ask: m.account_billing_refund_ask(),
            title: m.account_billing_refund_title({ amount }),
            no: m.account_billing_refund_no(),
            yes: m.account_billing_refund_yes({ amount }),
          }}
          consequences={
            <ul className={style.list}>
              <li>{m.account_billing_refund_goes({ amount })}</li>
              {codes > 0 && (
                <li>{m.account_billing_refund_codes({ amount: codesFormatted, days: returnedCodeDays })}</li>
              )}
              <li>{m.account_billing_refund_ends()}</li>
              <li>{m.account_billing_refund_keeps()}</li>
              {kept > 0 && <li>{m.account_billing_refund_kept({ amount: keptFormatted })}</li>}
              {kept === 0 && stopsPaying && <li>{m.account_billing_refund_stops()}</li>}
            </ul>
          }
          call={() => call('POST /v2/account/refund', {})}
        />
      }
    >
      <p>
        <strong>{amount}</strong>
      </p>
      <p className={layout.soft}>{m.account_billing_refund_text({ date: longDay(until) })}</p>
    </Fact>
  );
}
