import type { RefundView } from '#contract/api/receipts.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import style from './account.module.css';

const texts: Record<RefundView['state'], (words: { amount: string; date: string }) => string> = {
  SENDING: m.account_billing_refund_sending,
  SETTLING: m.account_billing_refund_settling,
  RETRYING: m.account_billing_refund_retrying,
  FAILED: m.account_billing_refund_failed,
};

/** Money that goes back and has not arrived yet, and whom to ask where a person sends it. */
export function RefundRows({ refunds }: { refunds: readonly RefundView[] }) {
  return (
    <>
      <ul className={style.list}>
        {refunds.map(({ amountFormatted, requestedAt, state }) => (
          <li key={`${requestedAt} ${amountFormatted}`}>
            {texts[state]({ amount: amountFormatted, date: longDay(requestedAt) })}
          </li>
        ))}
      </ul>
      {refunds.some(({ state }) => state === 'FAILED') && <SupportContact />}
    </>
  );
}
