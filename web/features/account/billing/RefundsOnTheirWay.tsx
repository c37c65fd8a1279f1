import type { Billing } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import style from '../account.module.css';
import { Fact } from '../Fact.tsx';
import { refundText } from '../subscription-texts.ts';

/** Refunds that have not arrived yet, and whom to contact if staff must send one. */
export function RefundsOnTheirWay({ refunds }: Pick<Billing, 'refunds'>) {
  return (
    <Fact id="refunds" heading={m.account_billing_refunds()}>
      <ul className={style.list}>
        {refunds.map((refund) => (
          <li key={`${refund.requestedAt} ${refund.amountFormatted}`}>{refundText(refund)}</li>
        ))}
      </ul>
      {refunds.some(({ state }) => state === 'FAILED') && <SupportContact />}
    </Fact>
  );
}
