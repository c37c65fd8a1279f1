import type { ComponentProps } from 'react';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';
import style from './RenewalNotice.module.css';
import { RenewalRequirements, renewalText } from './RenewalNotice.tsx';

type Props = ComponentProps<typeof RenewalRequirements>;

/** Date and amount of each renewal, a line each; one line for both if they are equal. */
export function RenewalFacts({ renewals }: Pick<Props, 'renewals'>) {
  const [first, second] = renewals;
  if (!first) return <p>{m.mail_renewal_none()}</p>;
  if (!second && first.heldBy === null)
    return <p>{m.payment_renewal_short({ amount: first.amountFormatted, date: longDay(first.date) })}</p>;
  if (second && first.amountFormatted === second.amountFormatted && first.date === second.date)
    return <p>{m.payment_renewals_both({ amount: first.amountFormatted, date: longDay(first.date) })}</p>;
  return renewals.map((renewal) => <p key={renewal.heldBy}>{renewalText(renewal)}</p>);
}

/** The details of those lines: how to cancel each renewal, and what it still needs. */
export function RenewalTerms({ renewals, needsMethod }: Props) {
  return (
    <div className={style.notice}>
      {renewals.length === 1 && <p>{m.payment_renewal_stop()}</p>}
      {renewals.length > 1 && (
        <>
          <p>{m.payment_renewals_each()}</p>
          <p>{m.payment_renewals_apart()}</p>
        </>
      )}
      <RenewalRequirements renewals={renewals} needsMethod={needsMethod} />
    </div>
  );
}
