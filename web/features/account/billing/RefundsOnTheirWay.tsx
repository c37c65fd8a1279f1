import type { Billing } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { Card } from '#web/ui/Card.tsx';
import style from '../account.module.css';
import { Section } from '../Section.tsx';
import { refundText } from '../subscription-texts.ts';

/** Refunds that have not arrived yet, and whom to contact if staff must send one. */
export function RefundsOnTheirWay({ refunds }: Pick<Billing, 'refunds'>) {
  return (
    <Section id="refunds" heading={m.account_billing_refunds()}>
      <Card>
        <ul className={style.list}>
          {refunds.map((refund) => (
            <li key={`${refund.requestedAt} ${refund.amountFormatted}`}>{refundText(refund)}</li>
          ))}
        </ul>
        {refunds.some(({ state }) => state === 'FAILED') && <SupportContact />}
      </Card>
    </Section>
  );
}
